/**
 * The rules of "find the pairs", without a page: pairs of cards lie face down, and the player turns
 * two at a time. There is no clock: two cards that differ stay open until the next card is turned.
 */

/** The number of pairs. */
export const PAIRS = 6;

/** A game; a card is the number of its pair, and the cards are in the order of their positions. */
export interface Game {
  readonly cards: readonly number[];
  /** The positions of the cards that were turned last, at most two. */
  readonly open: readonly number[];
  /** The pairs that are found. */
  readonly found: readonly number[];
}

/** Returns a new game; `random` returns numbers from 0 up to 1. */
export function deal(random: () => number): Game {
  const cards = Array.from({ length: PAIRS * 2 }, (_, position) => position >> 1);
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return { cards, open: [], found: [] };
}

/** Turns a card over. A card that is already open stays open. */
export function turn(game: Game, position: number): Game {
  const pair = game.cards[position];
  const shown = game.open.length < 2 ? game.open : [];
  if (pair === undefined || shown.includes(position) || game.found.includes(pair)) {
    return game;
  }
  const open = [...shown, position];
  const [first, second] = open.map((at) => game.cards[at]);
  const found = open.length === 2 && first === second ? [...game.found, pair] : game.found;
  return { ...game, open, found };
}

/** Returns whether a card shows its face. */
export function isOpen(game: Game, position: number): boolean {
  return game.open.includes(position) || isFound(game, position);
}

/** Returns whether a card's pair is found. */
export function isFound(game: Game, position: number): boolean {
  return game.found.includes(game.cards[position]!);
}

/** Returns the stored game; undefined if the text is not a game. */
export function read(text: string | null): Game | undefined {
  try {
    const { cards, open, found } = JSON.parse(text ?? '') as Game;
    const isOf = (list: unknown, below: number): boolean =>
      Array.isArray(list) && list.every((entry) => Number.isInteger(entry) && entry >= 0 && entry < below);
    const isGame = isOf(cards, PAIRS) && cards.length === PAIRS * 2 && isOf(open, cards.length) && isOf(found, PAIRS);
    return isGame ? { cards, open, found } : undefined;
  } catch {
    return undefined;
  }
}
