// A site that changes under its visitors: they come to the new one, keep their battles, and need no network afterwards.
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { begin, call, good, play, type Table, wrap } from './worker';

const root = fileURLToPath(new URL('../..', import.meta.url));
const index = JSON.parse(readFileSync(`${root}target/site/site.json`, 'utf8')) as { modules: Record<string, string> };
const [ruleset = ''] = Object.keys(index.modules);

/** A copy of the site in a folder of its own beside it, to be changed. */
function copy(name: string) {
  const folder = `${root}target/${name}`;
  rmSync(folder, { recursive: true, force: true });
  cpSync(`${root}target/site`, folder, { recursive: true });
  return folder;
}

/** Gives every part of the client another name, as a build of other sources does; the old names are gone. */
function change(folder: string) {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).map((name): [string, string] => [name, name.replace(/\.(\w+)$/, 'New.$1')]);
  for (const [before, after] of names) renameSync(join(assets, before), join(assets, after));
  for (const file of [...readdirSync(folder).filter((name) => /\.(html|json)$/.test(name)), ...names.map(([, after]) => `assets/${after}`)]) {
    let text = readFileSync(join(folder, file), 'utf8');
    for (const [before, after] of names) text = text.replaceAll(before, after);
    writeFileSync(join(folder, file), text);
  }
}

/** The service worker as the build puts it there. */
const keepSite = (folder: string) => execFileSync('node', [`${root}web/scripts/kept.mjs`, folder]);

/** The service worker as the first sites had it. */
function keepEarly(folder: string) {
  keepSite(folder);
  const [, list = ''] = /const FILES = (\[.*\]);/.exec(readFileSync(join(folder, 'sw.js'), 'utf8')) ?? [];
  const early = readFileSync(`${root}web/site/early-service-worker.js`, 'utf8');
  writeFileSync(
    join(folder, 'sw.js'),
    early.replace('__VERSION__', String(Math.random())).replace("'__FILES__'", () => list),
  );
}

const home = (page: Page) => page.getByText('Premier feu').first();
const isNew = (page: Page) => page.evaluate(() => [...document.scripts].some(({ src }) => src.includes('New.js')));

interface Held {
  name: string;
  files: string[];
}
const held = (page: Page): Promise<Held[]> =>
  page.evaluate(async () =>
    Promise.all((await caches.keys()).map(async (name) => ({ name, files: (await (await caches.open(name)).keys()).map(({ url }) => url) }))),
  );
/** Waits until the changed site is kept and its service worker at work. */
const settled = (page: Page) =>
  expect
    .poll(async () => {
      const there = (await held(page)).some(({ files }) => files.some((url) => url.includes('New.js')));
      const state = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        // The browser looks for a change when it has time; on a busy machine that may be after the test.
        await registration.update().catch(() => undefined);
        const { installing, waiting, active } = registration;
        return installing || waiting ? 'changing' : active?.state;
      });
      return there ? state : 'not there';
    })
    .toBe('activated');
const modules = (caches: Held[]) => caches.map(({ files }) => files.filter((url) => url.includes('/rules/')).length);
const whole = 2 * Object.keys(index.modules).length;

test('a site that was changed comes to those who know it, with their battles, and without a network', async ({ page, context }) => {
  const folder = copy('site-changed');
  keepSite(folder);
  await wrap(page);
  await page.goto('../site-changed/');
  await expect(home(page)).toBeVisible();
  await expect.poll(async () => modules(await held(page)), { timeout: 120_000 }).toEqual([whole]);
  const battle = await begin(page, ruleset, ['person', { staff: 'captain' }]);
  expect(await play(page, `local-${battle}-blue`, 2)).toBe(2);
  const before = await good<Table>(page, 'GET', '/api/seat', `local-${battle}-blue`);

  change(folder);
  keepSite(folder);
  // What is there already opens at once; the new one is fetched beside it.
  await page.reload();
  await expect(home(page)).toBeVisible();
  expect(await isNew(page)).toBe(false);
  await settled(page);
  // Parts of the old one that this page has not loaded yet are gone from the host, and come all the same.
  await page.goto('../site-changed/#/help');
  await expect(page.getByRole('heading').first()).toBeVisible();
  expect(await isNew(page)).toBe(false);

  await page.goto('../site-changed/#/');
  await page.reload();
  await expect(home(page)).toBeVisible();
  expect(await isNew(page)).toBe(true);
  const after = await good<Table>(page, 'GET', '/api/seat', `local-${battle}-blue`);
  expect(after.now.turn).toBe(before.now.turn);
  expect(after.now.asks.map(({ ask }) => ask.id)).toEqual(before.now.asks.map(({ ask }) => ask.id));
  // Nothing of the old one stays, and the modules of both are the same files.
  await expect.poll(async () => modules(await held(page)), { timeout: 120_000 }).toEqual([whole]);

  await context.setOffline(true);
  await page.reload();
  await expect(home(page)).toBeVisible();
  expect(await isNew(page)).toBe(true);
  expect(await play(page, `local-${battle}-blue`, 2)).toBe(2);
  expect((await call(page, 'GET', '/api/assistant', '')).status).toBe(200);
});

test('who has seen one of the first sites, which named no version, comes to the new one', async ({ page }) => {
  const folder = copy('site-early');
  keepEarly(folder);
  await page.goto('../site-early/');
  await expect(home(page)).toBeVisible();
  await expect.poll(async () => modules(await held(page)), { timeout: 120_000 }).toEqual([whole]);
  // It was changed with the same fault: the old page asks for files that are gone.
  change(folder);
  keepEarly(folder);
  await page.reload();
  await settled(page);
  await page.reload();
  await page.waitForTimeout(2000);
  await expect(home(page)).toBeHidden();
  // Without the fault the blank page opens anew by itself.
  keepSite(folder);
  await page.reload();
  await expect(home(page)).toBeVisible();
  expect(await isNew(page)).toBe(true);
  await expect.poll(async () => modules(await held(page)), { timeout: 120_000 }).toEqual([whole]);
});

test.describe('the first visit', () => {
  test.use({ serviceWorkers: 'block' });

  test('loads less than 200 kB, the pictures with it', async ({ page, baseURL }) => {
    const loaded = new Set<string>();
    page.on('requestfinished', (request) => loaded.add(request.url().split('#', 1)[0] ?? ''));
    await page.goto('./');
    await expect(page.locator('.tiles img')).toHaveCount(4);
    await page.waitForLoadState('networkidle');
    const names = [...loaded].filter((url) => url.startsWith(baseURL!)).map((url) => url.slice(baseURL!.length) || 'index.html');
    expect(names.filter((name) => name.startsWith('pictures/'))).toHaveLength(4);
    const sizes = names.map((name) => gzipSync(readFileSync(`${root}target/site/${name}`), { level: 9 }).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
  });
});
