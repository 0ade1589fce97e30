import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Child, untilReady } from './child.ts';
import { PROGRAMS } from './paths.ts';
import { freePort } from './ports.ts';

/** A page sample of the preview server. */
export interface Scene {
  name: string;
  page: string;
  state: string;
}

/** The server renders nothing before it has read every language. */
const READY_MS_MAX = 60_000;

interface News {
  scenes: Scene[];
  themes: string[];
  languages: { tag: string }[];
}

/** `anteroom theme preview`: every page in every state, by address. */
export class Preview {
  private constructor(
    private readonly origin: string,
    private readonly child: Child,
    private readonly folder: string,
    readonly scenes: Scene[],
    readonly themes: string[],
  ) {}

  static async start(): Promise<Preview> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'anteroom-preview-'));
    const args = ['theme', 'preview', 'default', '--port', String(port)];
    const child = Child.start(PROGRAMS.anteroom, args, folder, join(folder, 'preview.log'));
    const origin = `http://127.0.0.1:${port}`;
    const news = `${origin}/news?seen=0`;
    await untilReady(news, child, READY_MS_MAX);
    const { scenes, themes } = (await (await fetch(news)).json()) as News;
    return new Preview(origin, child, folder, scenes, themes);
  }

  address(scene: Scene, theme: string, language: string): string {
    return `${this.origin}/page/${scene.name}?${new URLSearchParams({ theme, lang: language })}`;
  }

  /** Returns the address of the page that frames what is selected, by the names of its form. */
  bench(selected: [name: string, value: string][]): string {
    return `${this.origin}/#${new URLSearchParams(selected)}`;
  }

  async stop(): Promise<void> {
    await this.child.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
