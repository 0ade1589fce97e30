/** The pixels of a page, and the contrast between them. */

import { inflateSync } from 'node:zlib';

import type { Page } from '@playwright/test';

import type { Box } from './measure.ts';

/** red, green, blue: 0 to 255. */
export type Color = readonly [number, number, number];

/** A picture of a page; a pixel is a CSS pixel. */
export class Picture {
  private constructor(
    readonly width: number,
    readonly height: number,
    private readonly channels: number,
    private readonly bytes: Uint8Array,
  ) {}

  /** Takes a picture of the whole page, or of a part of it. */
  static async of(page: Page, clip?: Box): Promise<Picture> {
    return Picture.read(await page.screenshot({ fullPage: true, animations: 'disabled', scale: 'css', ...(clip && { clip }) }));
  }

  /** Decodes a PNG as browsers write it: 8 bits per channel, no palette, not interlaced. */
  static read(png: Buffer): Picture {
    const [width, height, colorType] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]];
    const channels = colorType === 6 ? 4 : 3;
    const data: Buffer[] = [];
    for (let at = 8; at < png.length; ) {
      const length = png.readUInt32BE(at);
      if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
        data.push(png.subarray(at + 8, at + 8 + length));
      }
      at += length + 12;
    }
    return new Picture(width, height, channels, unfiltered(inflateSync(Buffer.concat(data)), width, height, channels));
  }

  /** Cuts a part out, in whole pixels; pixels outside the picture are left out. */
  part({ x, y, width, height }: Box): Picture {
    const [right, bottom] = [Math.min(x + width, this.width), Math.min(y + height, this.height)];
    const rows: Uint8Array[] = [];
    for (let row = y; row < bottom; row += 1) {
      rows.push(this.bytes.subarray((row * this.width + x) * this.channels, (row * this.width + right) * this.channels));
    }
    return new Picture(right - x, bottom - y, this.channels, Buffer.concat(rows));
  }

  at(x: number, y: number): Color {
    const column = Math.min(Math.max(Math.floor(x), 0), this.width - 1);
    const row = Math.min(Math.max(Math.floor(y), 0), this.height - 1);
    const at = (row * this.width + column) * this.channels;
    return [this.bytes[at]!, this.bytes[at + 1]!, this.bytes[at + 2]!];
  }
}

/**
 * Undoes the filters of a PNG, which encode each line by its differences to the pixels on the left
 * and above.
 */
function unfiltered(raw: Buffer, width: number, height: number, channels: number): Uint8Array {
  const stride = width * channels;
  const bytes = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)]!;
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column < channels ? 0 : bytes[at - channels]!;
      const above = row === 0 ? 0 : bytes[at - stride]!;
      const corner = row === 0 || column < channels ? 0 : bytes[at - stride - channels]!;
      bytes[at] = raw[row * (stride + 1) + 1 + column]! + predicted(filter, left, above, corner);
    }
  }
  return bytes;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const guess = left + above - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
      return a <= b && a <= c ? left : b <= c ? above : corner;
    }
    default:
      return 0;
  }
}

/** Returns the contrast of two colours by the definition of WCAG, 1 to 21. */
export function contrast(one: Color, other: Color): number {
  if (one[0] === other[0] && one[1] === other[1] && one[2] === other[2]) {
    return 1;
  }
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Color): number {
  const [red, green, blue] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the colour that results from a translucent colour on a background. */
export function over([red, green, blue, alpha = 255]: number[], ground: Color): Color {
  const share = alpha / 255;
  const mixed = [red, green, blue].map((value, index) => Math.round(value! * share + ground[index]! * (1 - share)));
  return mixed as unknown as Color;
}
