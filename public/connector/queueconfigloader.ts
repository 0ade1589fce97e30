/**
 * `queueconfigloader.js`: loads the site's configuration, finds the action that applies to the
 * page, and carries it out; again for each new address of a single-page application. After any
 * failure here, the page continues.
 */

import { act } from './act.ts';
import { interceptFetch } from './ajax/fetch.ts';
import { interceptXhr } from './ajax/xhr.ts';
import type { Config } from './config.ts';
import { firstMatch } from './evaluate.ts';
import { factsOfPage } from './browser/facts.ts';
import { inject } from './browser/inject.ts';
import { watchNavigation } from './browser/navigation.ts';
import { withoutToken } from './browser/url.ts';
import { names } from './page.ts';
import { type Settings, settingsOf } from './settings.ts';
import { stamp } from './stamp.ts';
import { reveal, report } from './report.ts';

const CONFIG_MS_MAX = 5_000;

class Loader {
  private config: Config | undefined;
  /** Whether a caller waits for the configuration. */
  private isWanted: boolean;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly settings: Settings) {
    this.isWanted = !settings.isManual;
  }

  /** Called by the configuration, which is a script. */
  init(config: Config): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.config = config;
    if (this.isWanted) {
      this.isWanted = false;
      this.check();
    }
  }

  validate(reload?: boolean): void {
    if (this.config && !reload) {
      this.check();
    } else {
      this.isWanted = true;
      this.load();
    }
  }

  get(): Config | undefined {
    return this.config;
  }

  load(): void {
    if (this.timer !== undefined) {
      return;
    }
    const { configFolder, customer, isFresh } = this.settings;
    const path = `${encodeURIComponent(customer)}/integrationconfig/javascript/queueclientConfig.js`;
    this.timer = setTimeout(() => this.giveUp(), CONFIG_MS_MAX);
    inject(`${configFolder}${path}?versionTimestamp=${stamp(new Date(), isFresh)}`, () => this.giveUp());
  }

  /** The configuration is missing or late; the page does not wait for it. */
  private giveUp(): void {
    if (this.timer === undefined) {
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isWanted) {
      this.isWanted = false;
      report({ state: 'timeout', customer: this.settings.customer, room: '', redirectType: 'timeout' });
    }
  }

  private check(): void {
    try {
      const { customerId, integrations } = this.config || {};
      const action = firstMatch(integrations || [], factsOfPage());
      act(this.settings, this.settings.customer || (customerId || '').toLowerCase(), action);
    } catch (error) {
      console.error(error);
      reveal();
    }
  }
}

function start(tag: Element): void {
  const settings = settingsOf(tag);
  const loader = new Loader(settings);
  const queueIt = names();
  queueIt.validateUser = (reload) => loader.validate(reload);
  queueIt.getIntegrationConfig = () => loader.get();
  queueIt.isIntegrationConfigReady = () => loader.get() !== undefined;
  queueIt.Javascript.PageEventIntegration = { initQueueClient: (config) => loader.init(config) };
  if (settings.intercepts) {
    const interception = { domain: settings.interceptDomain, header: settings.redirectHeader };
    interceptXhr(interception);
    interceptFetch(interception);
  }
  if (settings.isSpa) {
    watchNavigation(() => withoutToken(location.href), () => loader.validate());
  }
  // A page restored from the browser's cache may return after its session has ended.
  addEventListener('pageshow', ({ persisted }) => persisted && !settings.isManual && loader.validate());
  if (window.queueit_clientside_config) {
    loader.init(window.queueit_clientside_config);
  } else {
    loader.load();
  }
}

const TAG = 'script[data-queueit-c]';
const { currentScript } = document;
const tag = currentScript && currentScript.matches(TAG) ? currentScript : document.querySelector(TAG);
// A page may contain the script twice; the first one serves it.
if (tag && !names().validateUser) {
  start(tag);
}
