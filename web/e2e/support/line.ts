// The requests of a page to its host, observed from outside: here a server's, in site/worker.ts a worker's.
import type { Page } from '@playwright/test';

/** Must be started before the page makes its requests. */
export interface Line {
  /** Waits (ms) for the next request to a path. */
  asked(path: string, timeout?: number): Promise<unknown>;
  /** The status of the next answer to one. */
  answered(path: string, timeout?: number): Promise<number>;
}

export const network = (page: Page): Line => ({
  asked: (path, timeout) => page.waitForRequest((request) => request.url().endsWith(path), { timeout }),
  answered: async (path, timeout) => (await page.waitForResponse((response) => response.url().endsWith(path), { timeout })).status(),
});
