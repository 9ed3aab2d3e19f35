// Nothing is on its way any more. Playwright's own `networkidle` is reached once for a document: on a page that does not load
// again it holds at once, whatever is being asked.
import type { Page, Request } from '@playwright/test';

/** Nothing is asked for so long (ms): longer than the screen waits, once the hand rests, before it asks what an answer would do. */
const REST = 300;
/** A request that is not answered by then (ms) hangs. */
const PATIENCE = 60_000;

const open = new WeakMap<Page, Set<Request>>();

/** Notes what a page asks from now on. */
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

/** Waits until a page has asked nothing for a moment and has every answer. */
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
