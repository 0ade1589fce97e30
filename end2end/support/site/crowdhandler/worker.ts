import type { Request, Response } from 'express';

/** The time for which a CDN's worker keeps a page. */
const KEPT_MS = 60_000;

/**
 * Serves rooms' pages below `/ch/` of a site, as the vendor's workers at CDNs do: fetches the page
 * of a slug without a query, keeps it, and gives all visitors the same page.
 */
export class Worker {
  /** The addresses that were fetched. */
  readonly fetched: string[] = [];
  private readonly kept = new Map<string, { at: number; page: string }>();

  constructor(private readonly rooms: string) {}

  async serve(request: Request<{ slug?: string }>, response: Response): Promise<void> {
    const page = await this.page(request.params.slug ?? '');
    // The response has none of the waiting room's headers.
    response.set('cache-control', 'no-store').type('html').send(page);
  }

  private async page(slug: string): Promise<string> {
    const kept = this.kept.get(slug);
    if (kept !== undefined && Date.now() - kept.at < KEPT_MS) {
      return kept.page;
    }
    const address = `${this.rooms}/${slug}`;
    this.fetched.push(address);
    const answer = await fetch(address);
    const page = await answer.text();
    if (answer.ok) {
      this.kept.set(slug, { at: Date.now(), page });
    }
    return page;
  }
}
