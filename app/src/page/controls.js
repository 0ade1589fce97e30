/**
 * The page's controls, for browsers with scripts: the question before the line is left, the
 * language picker, and the switch for a web push. Without this script a link leads to a page that
 * asks, and a button sends the form. Also asks for the room's version between two polls.
 */

/** The time in which leaving can be undone. */
const UNDO_SECONDS = 10;
/** The time after which a question for the version counts as failed. */
const ANSWER_MS_MAX = 10_000;

export function controls() {
  leaving();
  language();
  checks();
  aside();
  push();
}

/**
 * Shows the switch for notifications with the page closed, where the browser has all that they
 * need. Its script loads with the first press, and where the switch is on for this place.
 */
function push() {
  const button = document.querySelector('[data-push]');
  if (button && navigator.serviceWorker && window.PushManager && window.Notification) {
    const load = () => {
      const script = document.createElement('script');
      script.src = button.dataset.push;
      document.body.append(script);
    };
    button.hidden = false;
    button.onclick = () => {
      button.onclick = null;
      button.dataset.asked = 1;
      // Here, since browsers want to be asked within the press.
      Notification.requestPermission().then(load);
    };
    const q = new URLSearchParams(location.search).get('q');
    try {
      q && localStorage['anteroom-push'] === q && load();
    } catch {}
  }
}

/**
 * Between two polls that are far apart, asks for the room's version alone. Where that is another,
 * there is something to hear, and the page polls: once for each version, and a moment later, when
 * every node knows of it. It polls at once where the question fails, to learn whether the
 * connection is lost. Pages ask at times of their own, so that they do not poll all at once.
 */
function checks() {
  const { dataset } = document.documentElement;
  let heard;
  const poll = () => dispatchEvent(new Event('online'));
  const look = async () => {
    const { checkMs, connection, leaving, version } = dataset;
    if (checkMs && !document.hidden && !leaving) {
      try {
        // Without an end, a network that swallows requests would end the questions as well.
        const signal = AbortSignal.timeout?.(ANSWER_MS_MAX);
        const answer = await fetch('/api/getVersion' + location.search, { signal });
        const seen = answer.ok && (await answer.text());
        if (seen && seen !== version && seen !== heard) {
          heard = seen;
          setTimeout(poll, 1_000);
        }
      } catch {
        connection === 'lost' || poll();
      }
    }
    setTimeout(look, (checkMs || 5_000) * (.75 + Math.random() / 2));
  };
  look();
}

/**
 * Counts the time that is left to somebody who stepped aside, and calls them when it is nearly
 * over: a minute before, or halfway through less than two. The page goes on by its polls.
 */
function aside() {
  const slot = document.querySelector('[data-slot="hold-left"]');
  const seconds = +slot?.dataset.seconds;
  if (!seconds) {
    return;
  }
  const end = seconds * 1_000;
  let low = Math.min(60, seconds / 2);
  const count = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1_000));
    slot.textContent = clock(left);
    if (left <= low) {
      low = -1;
      document.title = slot.dataset.ending;
      dispatchEvent(new Event('holdends'));
    }
    if (left) {
      setTimeout(count, 1_000);
    }
  };
  count();
}

/** Returns seconds as minutes and seconds, such as 04:12, in the language's digits. */
function clock(seconds) {
  const { lang } = document.documentElement;
  const two = (number) => Math.floor(number).toLocaleString(lang, { minimumIntegerDigits: 2 });
  return two(seconds / 60) + ':' + two(seconds % 60);
}

/** Returns the dialog of the page that asks. */
async function question(link) {
  const page = new DOMParser().parseFromString(await (await fetch(link.href)).text(), 'text/html');
  const dialog = document.adoptNode(page.querySelector('dialog'));
  document.body.append(dialog);
  return dialog;
}

/** The link opens the dialog of the page that it leads to. */
function leaving() {
  const link = document.querySelector('.leave a');
  let asks;
  if (link && window.HTMLDialogElement) {
    link.onclick = (event) => {
      event.preventDefault();
      asks ??= question(link).then(held);
      // Where the question does not come, the page that asks says why.
      asks.then((dialog) => dialog.showModal(), () => location.assign(link.href));
    };
  }
}

/**
 * The form is held back for [UNDO_SECONDS]: until then the server knows nothing of it, and a tab
 * that is closed keeps its place. `data-leaving` of `<html>` stops the polls: a turn that comes
 * then waits. If that time ends without leaving, the page polls at once.
 */
function held(dialog) {
  const root = document.documentElement;
  const form = dialog.querySelector('form');
  const [asked, wait] = form.children;
  const left = wait.querySelector('b');
  let timer;
  let seconds;
  const count = () => {
    left.textContent = clock(seconds);
    if (seconds > 0) {
      seconds -= 1;
      timer = setTimeout(count, 1_000);
    } else {
      form.submit();
    }
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    root.dataset.leaving = asked.hidden = true;
    wait.hidden = false;
    wait.querySelector('button').focus();
    seconds = UNDO_SECONDS;
    count();
  };
  form.onclick = ({ target }) => {
    if (target.type === 'button') {
      dialog.close();
    }
  };
  dialog.onclose = () => {
    if (root.dataset.leaving) {
      clearTimeout(timer);
      delete root.dataset.leaving;
      asked.hidden = false;
      wait.hidden = true;
      dispatchEvent(new Event('online'));
    }
  };
  return dialog;
}

/** A choice is enough: with a pointer at once, by the keyboard with Enter or on the way on. */
function language() {
  const select = document.querySelector('.language select');
  if (!select) {
    return;
  }
  const { form, value } = select;
  const send = () => {
    if (select.value !== value) {
      form.submit();
    }
  };
  let keys;
  form.dataset.sends = 1;
  select.onpointerdown = () => {
    keys = false;
  };
  select.onkeydown = ({ key }) => {
    keys = key !== 'Enter';
    if (!keys) {
      send();
    }
  };
  select.onchange = () => keys || send();
  select.onblur = send;
}
