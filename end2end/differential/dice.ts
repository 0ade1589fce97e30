/** Chance that can be repeated: the same seed throws the same. */
export class Dice {
  constructor(private state: number) {}

  /** From 0 up to, but not, `sides`. */
  below(sides: number): number {
    // mulberry32: short, and even enough for choosing cases.
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

  /** Up to `most` things. */
  some<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}
