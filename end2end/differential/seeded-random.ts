/** A seeded random number generator: the same seed gives the same numbers. */
export class SeededRandom {
  constructor(private state: number) {}

  /** Returns a number from 0 (included) to `sides` (excluded). */
  below(sides: number): number {
    // mulberry32: short, and uniform enough for choosing cases.
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  }

  oneIn(sides: number): boolean {
    return this.below(sides) === 0;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  /** Makes a random number of things, at most `most`. */
  some<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}
