import { test as base } from './test.ts';
import { Preview } from './server/preview.ts';

const STARTED_MS_MAX = 120_000;

/** Tests over the page samples; each worker has a preview server of its own. */
export const test = base.extend<object, { preview: Preview }>({
  preview: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const preview = await Preview.start();
      await use(preview);
      await preview.stop();
    },
    { scope: 'worker', timeout: STARTED_MS_MAX },
  ],
});
