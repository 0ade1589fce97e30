/** Every success criterion of WCAG 2.2 at levels A and AA, and the checks that decide it here. */

/**
 * The checks of a criterion. Rules of axe that name a criterion count for it without being listed.
 */
export interface Criterion {
  id: string;
  name: string;
  level: 'A' | 'AA';
  /**
   * Names of checks: of measurements (see `measureSample`), or of journeys, whose tests have the
   * name as a tag.
   */
  checks: string[];
  /** The conclusion of a person from the markup, or why the criterion does not apply. */
  why: string;
  /** Whether the pages contain content that the criterion concerns. */
  applies: boolean;
}

/** A description of each check for readers of the report. */
export const CHECKS: Record<string, string> = {
  axe: 'axe found rules to judge the page by, in light and in dark',
  cut: 'no text cut off, outside the page or over other text at 1,280 px',
  reflow: 'at 320 × 640 and 320 × 256 px (400 %) nothing to scroll sideways, nothing cut off, every text of the wide page still there',
  across: 'the same at 640 × 320 px, held across',
  spacing: "with a reader's own line, letter, word and paragraph spacing nothing cut off or gone, at 320 and at 1,280 px",
  twice: 'with text at 200 % nothing cut off or gone',
  'non-text': "the progress bar's filled part stands out by 3:1, by the pixel, in light and dark",
  controls: 'edges of fields stand out by 3:1, by the pixel, in light and dark',
  focus: 'the Tab key reaches every control once, in the order of the document; the mark changes pixels by 3:1 all around; nothing lies over it',
  target: 'controls of 24 × 24 px or with that much room, measured at 320 px',
  still: 'nothing moves where reduced motion is asked for',
  motion: 'what moves for ever moves only while somebody waits, and never faster than three times a second',
  forced: 'in forced colours every control has a border or an underline, and the bar shows',
  keyboard: 'a visit by the keyboard alone, through the real server',
  script: 'a visit without script, through the real server',
  zoom: 'a visit at 400 %, through the real server',
  slow: 'nobody loses a turn for being slow',
  told: 'ten minutes in line by a clock that is moved, every change of the live region counted',
  found: 'what a screen reader finds on every kind of page, compared with what is kept in `end2end/accessibility/found/`',
};

const judged = (id: string, level: Criterion['level'], name: string, checks: string[], why = ''): Criterion => ({ id, level, name, checks, why, applies: true });
const absent = (id: string, level: Criterion['level'], name: string, why: string): Criterion => ({ id, level, name, checks: [], why, applies: false });

const NO_MEDIA = 'no sound or moving pictures carry information';

/** The time limits of the pages. */
const TIMING = [
  'A turn is used by the page itself, and without script by its refresh.',
  'The window of a number, where a room has one, is over only for visitors who were silent for three minutes or longer; somebody who came back in time, and whom the site then could not take before it was over, is not spared yet.',
  'Pages that wait for a server or for room ask in the background and are replaced only by the page that people wait for; without script they reload, as the page of the line does, since no place comes to whoever does not ask.',
  'A page that asks a sum instead of a wait reloads after the wait is over at the earliest, when the answer is not needed any more.',
].join(' ');

export const CRITERIA: Criterion[] = [
  judged('1.1.1', 'A', 'Non-text Content', ['found'], 'The logo stands beside the name it would repeat, so its alternative is empty; the bar has a name.'),
  absent('1.2.1', 'A', 'Audio-only and Video-only (Prerecorded)', NO_MEDIA),
  absent('1.2.2', 'A', 'Captions (Prerecorded)', NO_MEDIA),
  absent('1.2.3', 'A', 'Audio Description or Media Alternative (Prerecorded)', NO_MEDIA),
  absent('1.2.4', 'AA', 'Captions (Live)', NO_MEDIA),
  absent('1.2.5', 'AA', 'Audio Description (Prerecorded)', NO_MEDIA),
  judged('1.3.1', 'A', 'Info and Relationships', ['found']),
  judged('1.3.2', 'A', 'Meaningful Sequence', ['found', 'focus'], 'No style reorders what the document has in order.'),
  judged('1.3.3', 'A', 'Sensory Characteristics', [], 'No text refers to a shape, a colour, a sound or a place on the page.'),
  judged('1.3.4', 'AA', 'Orientation', ['reflow', 'across']),
  judged('1.3.5', 'AA', 'Identify Input Purpose', [], 'One field asks for something about the person, the address for the e-mail before the turn: it is of the type `email`, with `autocomplete="email"`. The others ask for a language and for codes.'),
  judged('1.4.1', 'A', 'Use of Color', ['forced'], 'Every state is told by heading, text and title; colour and lamp only repeat it. Links are underlined or stand alone as buttons.'),
  judged('1.4.2', 'A', 'Audio Control', [], 'A sound is played only to visitors who switched it on, and for less than three seconds.'),
  judged('1.4.3', 'AA', 'Contrast (Minimum)', ['axe'], 'Where axe cannot tell the ground (a gradient) it is measured by the pixel.'),
  judged('1.4.4', 'AA', 'Resize Text', ['twice', 'reflow']),
  judged('1.4.5', 'AA', 'Images of Text', [], 'None but a logo, which is exempt.'),
  judged('1.4.10', 'AA', 'Reflow', ['reflow', 'zoom']),
  judged('1.4.11', 'AA', 'Non-text Contrast', ['non-text', 'controls', 'focus']),
  judged('1.4.12', 'AA', 'Text Spacing', ['spacing']),
  absent('1.4.13', 'AA', 'Content on Hover or Focus', 'nothing appears on hover; on focus only the skip link, which is the focused element itself'),
  judged('2.1.1', 'A', 'Keyboard', ['keyboard', 'focus']),
  judged('2.1.2', 'A', 'No Keyboard Trap', ['keyboard', 'focus']),
  absent('2.1.4', 'A', 'Character Key Shortcuts', 'there are none'),
  judged('2.2.1', 'A', 'Timing Adjustable', ['slow', 'script'], TIMING),
  judged('2.2.2', 'A', 'Pause, Stop, Hide', ['motion', 'still'], 'Lamp and bar move only while somebody waits: they tell that the page is not stuck, and there is nothing else to do on it. Figures are updated because they are what the page is for.'),
  judged('2.3.1', 'A', 'Three Flashes or Below Threshold', ['motion']),
  judged('2.4.1', 'A', 'Bypass Blocks', ['keyboard', 'found']),
  judged('2.4.2', 'A', 'Page Titled', ['axe'], 'Each state has its own title.'),
  judged('2.4.3', 'A', 'Focus Order', ['focus', 'keyboard']),
  judged('2.4.4', 'A', 'Link Purpose (In Context)', ['found']),
  judged('2.4.5', 'AA', 'Multiple Ways', [], 'Every page is a step of a process, which is exempt.'),
  judged('2.4.6', 'AA', 'Headings and Labels', ['found']),
  judged('2.4.7', 'AA', 'Focus Visible', ['focus', 'keyboard']),
  judged('2.4.11', 'AA', 'Focus Not Obscured (Minimum)', ['focus']),
  absent('2.5.1', 'A', 'Pointer Gestures', 'nothing asks for more than a click'),
  judged('2.5.2', 'A', 'Pointer Cancellation', [], 'Links, buttons and fields of the browser act when the pointer is released.'),
  judged('2.5.3', 'A', 'Label in Name', ['found'], 'Controls are named by their visible text alone.'),
  absent('2.5.4', 'A', 'Motion Actuation', 'nothing listens to motion'),
  absent('2.5.7', 'AA', 'Dragging Movements', 'nothing is dragged'),
  judged('2.5.8', 'AA', 'Target Size (Minimum)', ['target']),
  judged('3.1.1', 'A', 'Language of Page', ['found']),
  judged('3.1.2', 'AA', 'Language of Parts', [], 'What comes in another language is marked (the fault of a draw) or is the name of a language or a room; the operator’s message is written by people for their own visitors.'),
  judged('3.2.1', 'A', 'On Focus', ['keyboard']),
  judged('3.2.2', 'A', 'On Input', ['keyboard'], 'By the keyboard a language is changed by Enter or on the way on, not by moving through the list; by a pointer it is changed by the choice, and without scripts by the button beside it.'),
  judged('3.2.3', 'AA', 'Consistent Navigation', ['found'], 'Every page is made of the same slots in the same order.'),
  judged('3.2.4', 'AA', 'Consistent Identification', ['found'], 'The same messages name the same things on every page.'),
  judged('3.2.6', 'A', 'Consistent Help', [], 'The advice for the time of the wait is at the same place on every page that has it.'),
  judged('3.3.1', 'A', 'Error Identification', ['found'], 'The fields that can be filled in wrongly (the code of a moved place, a priority code, the address for an e-mail) have the fault in text above them, announced as an alert.'),
  judged('3.3.2', 'A', 'Labels or Instructions', ['found']),
  judged('3.3.3', 'AA', 'Error Suggestion', ['found'], 'Every page of an error says what to do.'),
  absent('3.3.4', 'AA', 'Error Prevention (Legal, Financial, Data)', 'nothing is bought or signed here; who leaves the line by mistake is told, and may enter again'),
  absent('3.3.7', 'A', 'Redundant Entry', 'nothing is asked for twice'),
  judged('3.3.8', 'AA', 'Accessible Authentication (Minimum)', [], 'Nobody logs in; the code of a moved place may be pasted, or followed as a link.'),
  judged('4.1.2', 'A', 'Name, Role, Value', ['found']),
  judged('4.1.3', 'AA', 'Status Messages', ['told', 'found']),
];
