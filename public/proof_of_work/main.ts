/**
 * The work that a page does before it gets a place, in a Web Worker: one script for both sides. On
 * the page, it starts itself again as a worker, shows the progress, and loads the page's address
 * with the solution, or sends the form around the progress with it. Meanwhile the form's button is
 * busy, until waiting pays as well. Browsers that cannot do it (no worker, or no `crypto.subtle`
 * because the page came over http) do nothing here; the page then gets its place by waiting.
 */

import { payload, solve, type Challenge } from './solver.ts';

/** A message of the worker: the number of tried counters, or the solution. */
type WorkerMessage = { tried: number } | { solved: string };

const WORK_PARAMETER = 'work';

if (typeof document === 'undefined') {
  self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
    const tell = (message: WorkerMessage) => self.postMessage(message);
    const solution = await solve(data, (tried) => tell({ tried }));
    if (solution) {
      tell({ solved: payload(data, solution) });
    }
  };
} else {
  start(document.currentScript as HTMLScriptElement);
}

function start(script: HTMLScriptElement): void {
  const progress = document.querySelector<HTMLProgressElement>('[data-slot="work"]');
  if (!progress) {
    return;
  }
  const challenge: Challenge = JSON.parse(progress.dataset['challenge'] ?? '');
  const worker = new Worker(script.src);
  const form = progress.closest('form');
  let again: (() => void) | undefined;
  // Only a worker that reports progress will send the form.
  const show = () => {
    progress.hidden = false;
    const label = progress.labels[0]?.parentElement;
    if (label) {
      label.hidden = false;
    }
    if (form) {
      again = busy(form);
      setTimeout(again, Number(progress.dataset['patientSeconds']) * 1_000);
    }
  };
  // If no worker does the work, the page's own script asks in another way.
  progress.dataset['works'] = '';
  worker.onerror = () => {
    delete progress.dataset['works'];
    again?.();
  };
  worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if ('tried' in data) {
      if (progress.hidden) {
        show();
      }
      progress.value = Math.min(1, data.tried / challenge.parameters.data.work);
      return;
    }
    worker.terminate();
    if (form) {
      const field = document.createElement('input');
      Object.assign(field, { type: 'hidden', name: WORK_PARAMETER, value: data.solved });
      form.append(field);
      form.submit();
      return;
    }
    const address = new URL(location.href);
    address.searchParams.set(WORK_PARAMETER, data.solved);
    location.replace(address);
  };
  worker.postMessage(challenge);
}

/**
 * Shows that the form is sent by itself: its button is busy, and pressing it does nothing. Returns
 * the function that lets the visitor press it again.
 */
function busy(form: HTMLFormElement): () => void {
  const button = form.querySelector('button');
  const promise = form.querySelector<HTMLElement>('[data-slot="works"]');
  const set = (isBusy: boolean) => {
    button?.setAttribute('aria-busy', String(isBusy));
    button?.setAttribute('aria-disabled', String(isBusy));
    if (promise) {
      promise.hidden = !isBusy;
    }
    form.onsubmit = isBusy ? (event) => event.preventDefault() : null;
  };
  set(true);
  return () => set(false);
}
