/*
 * The bench: frames of the selected pages, created again whenever the theme changes. The selection
 * is part of the address, so that a link shows the same pages.
 */

const form = document.querySelector('#wish');
const frames = document.querySelector('#frames');
/** Maximum number of frames on one page; browsers become unusable with more. */
const FRAMES_MAX = 240;
/** A visit from before the start to the site. */
const TIMELINE = [
  'before.idle', 'before.prequeue', 'before.drawing', 'queue.drawn', 'queue.in-line', 'queue.almost', 'queue.first-in-line', 'queue.redirecting',
];
/** The time for which a moment stands while the timeline plays, in milliseconds. */
const MOMENT_MS = 2500;
const moment = document.querySelector('#moment');
let news;
let playing;

const wish = () => {
  const asked = new URLSearchParams(location.hash.slice(1));
  const all = (name, usual) => (asked.has(name) ? asked.getAll(name) : usual);
  return {
    theme: asked.get('theme') ?? news.theme,
    page: asked.get('page') ?? 'queue',
    state: asked.get('state') ?? '',
    lang: all('lang', ['en']),
    width: all('width', ['390', '1280']),
    scheme: all('scheme', ['light']),
    script: all('script', ['on']),
    // A moment of the timeline stands for page and state.
    moment: asked.has('moment') ? TIMELINE[asked.get('moment')] : undefined,
    zoom: asked.get('zoom') ?? '0.5',
  };
};

const options = (select, values, chosen, named = (value) => value) => {
  select.replaceChildren(...values.map((value) => new Option(named(value), value, false, chosen.includes(value))));
};

function showForm(asked) {
  const { theme, page, state, lang } = form.elements;
  const pages = [...new Set(news.scenes.map((scene) => scene.page))];
  const states = news.scenes.filter((scene) => asked.page === '' || scene.page === asked.page).map((scene) => scene.state);
  options(theme, news.themes, [asked.theme], (name) => (name === news.theme ? `${name} (yours)` : name));
  options(page, ['', ...pages], [asked.page], (name) => name || 'every page');
  options(state, ['', ...new Set(states)], [asked.state], (name) => name || 'every state');
  options(lang, news.languages.map((language) => language.tag), asked.lang, (tag) =>
    news.languages.find((language) => language.tag === tag).direction === 'rtl' ? `${tag} ←` : tag);
  for (const box of form.querySelectorAll('[type=checkbox]')) box.checked = asked[box.name].includes(box.value);
  form.elements.zoom.value = asked.zoom;
  page.disabled = state.disabled = asked.moment !== undefined;
  moment.max = TIMELINE.length - 1;
  if (asked.moment !== undefined) moment.value = TIMELINE.indexOf(asked.moment);
  document.querySelector('#moment-name').value = asked.moment ?? '';
  document.querySelector('#end').hidden = asked.moment === undefined;
  document.querySelector('#play').textContent = playing ? 'Pause' : 'Play';
}

function frame(scene, lang, scheme, width, script, asked) {
  const query = new URLSearchParams({ lang, scheme, live: script === 'on', theme: asked.theme ?? '', v: news.version });
  const address = `/page/${scene.name}?${query}`;
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.textContent = `${scene.name} · ${lang} · ${width} · ${scheme}${script === 'on' ? '' : ' · no script'}`;
  caption.append(link);
  const view = document.createElement('iframe');
  view.loading = 'lazy';
  view.title = link.textContent;
  view.width = width;
  view.height = width < 600 ? 700 : 800;
  view.style.zoom = asked.zoom;
  // Without permission for scripts, stylesheets see a browser without them.
  if (script === 'off') view.sandbox = 'allow-same-origin';
  // The frame grows to the page's height.
  view.addEventListener('load', () => {
    const whole = view.contentDocument?.documentElement.scrollHeight ?? 0;
    if (whole > view.height) view.height = whole;
    const wide = view.contentDocument?.documentElement.scrollWidth ?? 0;
    if (wide > width) link.textContent += ` — ${wide - width} px too wide`;
  });
  view.src = address;
  figure.append(caption, view);
  return figure;
}

function showProblems() {
  const box = document.querySelector('#problems');
  box.hidden = news.problems.length === 0;
  const list = document.createElement('ul');
  for (const { file, line, problem } of news.problems) {
    const item = document.createElement('li');
    const place = document.createElement('code');
    place.textContent = line === null ? file : `${file}:${line}`;
    item.append(place, ` ${problem}`);
    list.append(item);
  }
  const kept = news.theme === null ? '' : ' What cannot be read is shown as it was before.';
  box.replaceChildren(`${news.problems.length} problems.${kept}`, list);
  document.querySelector('#table').textContent = news.table;
}

function show() {
  const asked = wish();
  showForm(asked);
  showProblems();
  const scenes = news.scenes.filter(({ name, page, state }) =>
    asked.moment === undefined ? (asked.page === '' || page === asked.page) && (asked.state === '' || state === asked.state) : name === asked.moment);
  const views = scenes.flatMap((scene) => asked.lang.flatMap((lang) => asked.scheme.flatMap((scheme) =>
    asked.width.flatMap((width) => asked.script.map((script) => [scene, lang, scheme, width, script])))));
  const at = scrollY;
  frames.replaceChildren(...views.slice(0, FRAMES_MAX).map((view) => frame(...view, asked)));
  scrollTo(0, at);
  const more = views.length > FRAMES_MAX ? `, the first ${FRAMES_MAX} shown` : '';
  document.querySelector('#count').textContent = `${views.length} views${more} · version ${news.version}`;
}

/** Stores the selection in the address; a moment only while the timeline is in use. */
function select(at) {
  const asked = new URLSearchParams(location.hash.slice(1));
  const chosen = new URLSearchParams(new FormData(form));
  // Controls that are disabled keep what they had.
  for (const name of ['page', 'state']) if (!chosen.has(name) && asked.has(name)) chosen.set(name, asked.get(name));
  if (at !== undefined) chosen.set('moment', at);
  location.hash = chosen;
}

function pause() {
  clearInterval(playing);
  playing = undefined;
}

form.addEventListener('change', ({ target }) => {
  // The selected state belongs to the previous page.
  if (target === form.elements.page) form.elements.state.value = '';
  if (target === moment) pause();
  select(target === moment || wish().moment !== undefined ? moment.value : undefined);
});
document.querySelector('#play').addEventListener('click', () => {
  if (playing) {
    pause();
    return show();
  }
  const isAtEnd = +moment.value === TIMELINE.length - 1;
  playing = setInterval(() => {
    if (+moment.value === TIMELINE.length - 1) {
      pause();
      show();
    } else {
      select(+moment.value + 1);
    }
  }, MOMENT_MS);
  select(wish().moment === undefined || isAtEnd ? 0 : moment.value);
  show();
});
document.querySelector('#end').addEventListener('click', () => {
  pause();
  select();
});
addEventListener('hashchange', show);

for (;;) {
  try {
    const answer = await fetch(`/news?seen=${news?.version ?? 0}`);
    const newest = await answer.json();
    if (newest.version !== news?.version) {
      news = newest;
      show();
    }
  } catch {
    // The command has stopped; it can be started again.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    news &&= { ...news, version: 0 };
  }
}
