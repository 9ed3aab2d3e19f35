// Every test has a program of its own, with an empty data folder.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { Program } from './program';
import { watch } from './quiet';

/** A client built separately, shown instead of the embedded one: for work on the client alone. */
const CLIENT = process.env['GROGNARD_CLIENT'];
const KINDS: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

export async function ownClient(context: BrowserContext) {
  if (!CLIENT) return;
  await context.route(
    (url) => url.hostname === '127.0.0.1' && !url.pathname.startsWith('/api'),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const file = join(CLIENT, extname(pathname) === '' ? 'index.html' : pathname);
      await route.fulfill({ body: await readFile(file), contentType: KINDS[extname(file)] ?? 'application/octet-stream' });
    },
  );
}

interface Fixtures {
  program: Program;
  /** The page of the house's owner, opened by the link that the program prints. */
  owner: Page;
}

export const test = base.extend<Fixtures>({
  program: async ({}, use) => {
    const program = await Program.start();
    await use(program);
    await program.down();
  },
  context: async ({ context }, use) => {
    await ownClient(context);
    await use(context);
  },
  page: async ({ page }, use) => {
    watch(page);
    await use(page);
  },
  owner: async ({ program, page }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (fault) => faults.push(String(fault)));
    await page.goto(`${program.base}/#house=${program.house}`);
    await use(page);
    if (faults.length > 0) throw new Error(`faults in the page: ${faults.join('; ')}`);
  },
});
export { expect } from '@playwright/test';
