// Waits until nothing is loading. Playwright's own `networkidle` is reached once for a document: on a page that does
// not reload it holds at once, whatever is being requested.
import type { Page, Request } from '@playwright/test';

/** The time (ms) without a request: longer than the screen waits, once the hand rests, before it asks for the effect
 * of an answer. */
const REST = 300;
/** A request without an answer by then (ms) hangs. */
const PATIENCE = 60_000;

const open = new WeakMap<Page, Set<Request>>();

/** Records a page's requests from now on. */
export function watch(page: Page): Set<Request> {
  const known = open.get(page);
  if (known) return known;
  const asked = new Set<Request>();
  open.set(page, asked);
  page.on('request', (request) => asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  return asked;
}

/** Waits until a page has made no request for a moment and has every answer. */
export async function quiet(page: Page) {
  const asked = watch(page);
  const until = Date.now() + PATIENCE;
  let rest = 0;
  while (rest < REST) {
    await page.waitForTimeout(50);
    rest = asked.size > 0 ? 0 : rest + 50;
    if (Date.now() > until) throw new Error(`not answered: ${[...asked].map((request) => request.url()).join(', ')}`);
  }
}
