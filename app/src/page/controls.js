/**
 * The page's controls, for browsers with scripts: the question before the line is left, the
 * language picker, and the switch for a web push. Without this script a link leads to a page that
 * asks, and a button sends the form. Also asks for the room's version between two polls, and sends
 * the island's polls: one rule says for both when the server counts as silent.
 */

/** The time in which leaving can be undone. */
const UNDO_SECONDS = 10;
/**
 * The time after which a request is sent again: the two seconds for which the server holds the
 * claims of people in front, and one for the network.
 */
const REPEAT_MS = 3_000;
/** The time after that in which a question for the version is answered, or counts as failed. */
const VERSION_MS_MAX = 7_000;
/** The time between two looks at whether the server is silent. */
const LOOK_MS = 600;
/**
 * The looks after which it is: 4.8 s, less than the five after which people are to know, and more
 * than the four that a held claim takes over a network whose answers take two. Twice as many where
 * the last answer took longer than [REPEAT_MS].
 */
const LOOKS = 8;

const { dataset } = document.documentElement;
/** Sends again, for each request that is not answered yet. */
const open = new Set();
/** Looks without an answer while a request was open. */
let looks;
let looking;
/** The last answer came later than [REPEAT_MS] after its request. */
let isSlow;
/** The page says that the connection is lost because the server is silent. */
let isSilent;

const poll = () => dispatchEvent(new Event('online'));

/**
 * A network can swallow requests without an error, and the browser then reports nothing. In a
 * hidden page timers come late, so silence is counted in a page that is shown, from then on.
 */
function look() {
  looks = document.hidden ? 0 : looks + 1;
  if (looks >= (isSlow ? 2 * LOOKS : LOOKS) && dataset.connection !== 'lost') {
    isSilent = true;
    dispatchEvent(new Event('offline'));
  }
}

/**
 * Returns the content of the answer, or its status where that is an error. A request without an
 * answer is sent again beside the first, which can still be answered: behind a balancer, another
 * node can answer if this one has stopped without closing its connections. Gives up `ms` after
 * that. Any answer ends a silence: what else is open is then sent again.
 */
export function ask(url, ms, form = 'json') {
  return new Promise((resolve, reject) => {
    const ending = new AbortController();
    let underway = 0;
    const end = (settle, outcome) => {
      clearTimeout(timer);
      open.delete(send);
      open.size || clearInterval(looking);
      settle(outcome);
      ending.abort();
    };
    const send = async () => {
      const begun = performance.now();
      underway += 1;
      try {
        const answer = await fetch(url, { cache: 'no-store', signal: ending.signal });
        const content = answer.ok ? await answer[form]() : answer.status;
        isSlow = performance.now() - begun > REPEAT_MS;
        looks = 0;
        end(resolve, content);
        if (isSilent) {
          isSilent = false;
          poll();
        }
      } catch (error) {
        underway -= 1;
        underway || end(reject, error);
      }
    };
    // The second time begins when the first has ended, so that a device that has slept does not
    // give up as it wakes.
    let timer = setTimeout(() => {
      isSlow || send();
      timer = setTimeout(() => {
        isSlow = false;
        ending.abort();
      }, ms);
    }, REPEAT_MS);
    if (!open.size) {
      looks = 0;
      looking = setInterval(look, LOOK_MS);
    }
    open.add(send);
    send();
  });
}

export function controls() {
  // Before the island, which polls where no poll is open.
  addEventListener('online', () => dataset.connection === 'lost' && open.forEach((send) => send()));
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
  let heard;
  const check = async () => {
    const { checkMs, leaving, version } = dataset;
    if (checkMs && !document.hidden && !leaving) {
      try {
        const seen = await ask('/api/getVersion' + location.search, VERSION_MS_MAX, 'text');
        if (typeof seen === 'string' && seen !== version && seen !== heard) {
          heard = seen;
          setTimeout(poll, 1_000);
        }
      } catch {
        dataset.connection === 'lost' || poll();
      }
    }
    setTimeout(check, (checkMs || 5_000) * (.75 + Math.random() / 2));
  };
  check();
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
 * then waits, and the title says what happens in place of a number that nobody asks for. If that
 * time ends without leaving, the page polls at once.
 */
function held(dialog) {
  const form = dialog.querySelector('form');
  const [asked, wait] = form.children;
  const left = wait.querySelector('b');
  let timer;
  let seconds;
  let title;
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
    dataset.leaving = asked.hidden = true;
    wait.hidden = false;
    ({ title } = document);
    document.title = wait.querySelector('strong').textContent;
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
    if (dataset.leaving) {
      clearTimeout(timer);
      delete dataset.leaving;
      document.title = title;
      asked.hidden = false;
      wait.hidden = true;
      poll();
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
