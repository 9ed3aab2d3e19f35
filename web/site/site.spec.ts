// The site without a server, from outside: whole battles, a reload, no network, secrets, the same log as natively.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import * as firstBattle from '../e2e/support/first';
import { Program } from '../e2e/support/program';
import { mouse, Screen } from '../e2e/support/screen';
import { begin, call, good, heard, line, play, type Table, wrap } from './worker';

const root = fileURLToPath(new URL('../..', import.meta.url));
const RULESETS = readFileSync(`${root}target/wasm/modules/list.txt`, 'utf8').trim().split('\n');
const index = JSON.parse(readFileSync(`${root}target/site/site.json`, 'utf8')) as { house: { rulesets: { id: string }[] } };
const PLAYED = index.house.rulesets.map((one) => one.id);
const [first = '', second = ''] = PLAYED;

/** Opens the first page; it is there when its scenarios are. */
async function open(page: Page, at = './') {
  await wrap(page);
  await page.goto(at);
  await expect(page.getByText('Premier feu').first()).toBeVisible();
}

/** Waits until the whole site is kept for a time without a network. */
async function kept(page: Page) {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const names = await caches.keys();
          const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
          return keys.flat().filter(({ url }) => url.includes('/rules/')).length;
        }),
      { timeout: 120_000 },
    )
    // A module, and what lies beside it.
    .toBe(2 * RULESETS.length);
}

/** From a fire that has cost its target something to the morale that it may cause, and its dice. */
async function chained(page: Page) {
  await expect(page.getByTestId('lead-losses')).toBeVisible();
  await page.getByTestId('lead-morale').tap();
  await expect(page).toHaveURL(/tests\/morale/);
  await expect(page.getByTestId('breakdown')).toBeVisible();
  await page.getByTestId('roll').tap();
  await expect(page.getByTestId('came')).toBeVisible();
}

for (const ruleset of PLAYED) {
  test(`a whole battle against the computer, with a reload in the middle: ${ruleset}`, async ({ page }) => {
    await open(page);
    const battle = await begin(page, ruleset, ['person', { staff: 'captain' }]);
    await page.goto(`./#/battle/${battle}`);
    await expect(page.getByTestId('screen')).toBeVisible();
    const blue = `local-${battle}-blue`;
    expect(await play(page, blue, 6)).toBe(6);
    const before = await good<Table>(page, 'GET', '/api/seat', blue);
    await page.reload();
    await expect(page.getByTestId('screen')).toBeVisible();
    const after = await good<Table>(page, 'GET', '/api/seat', blue);
    expect(after.now.turn).toBeGreaterThanOrEqual(before.now.turn);
    await play(page, blue);
    expect((await good<Table>(page, 'GET', '/api/seat', blue)).now.outcome).not.toBeNull();
    // The page shows the end, the list has the battle, and the log can be exported and taken up again.
    await page.goto(`./#/end/${battle}`);
    await expect(page.getByRole('heading').first()).toBeVisible();
    const log = await call(page, 'GET', `/api/battles/${battle}/log`, 'local-house');
    expect(log.status).toBe(200);
    const { battle: again } = await good<{ battle: string }>(page, 'POST', '/api/battles/import', 'local-house', log.body);
    expect((await call(page, 'GET', `/api/battles/${again}/log`, 'local-house')).body).toBe(log.body);
    await page.goto('./#/battles');
    await expect(page.getByText('Premier feu').first()).toBeVisible();
    await expect(page.getByText('gardées dans ce navigateur')).toBeVisible();
  });
}

test('a whole battle with the mouse alone, from the first page to the replay', async ({ page }) => {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  await open(page);
  const screen = await firstBattle.begin(new Screen(page, mouse(page), line(page)));
  await firstBattle.orders(screen);
  // A unit is dragged ahead, and stands there afterwards.
  const unit = await screen.freest();
  const at = await screen.spot(unit);
  const metre = await screen.metre(1500);
  await screen.drag(at, { x: at.x, y: at.y - 100 * metre });
  await screen.expectPlan();
  await screen.commit();
  await screen.stand();
  await expect.poll(async () => at.y - (await screen.spot(unit)).y).toBeGreaterThan(70 * metre);
  await screen.playToTheEnd();
  await firstBattle.theEnd(screen);
  await page.getByRole('link', { name: 'Revoir la bataille' }).click();
  await expect(page).toHaveURL(/#\/replay\//);
  await expect(page.locator('svg [data-unit]').first()).toBeVisible();
  expect(wrong).toEqual([]);
});

test('two persons at one screen, the curtain between them', async ({ page }) => {
  await open(page);
  const screen = new Screen(page, mouse(page), line(page));
  await page.getByRole('link', { name: /Premier feu/ }).click();
  await page.getByRole('group', { name: 'Avant-garde prussienne' }).getByText('Un ami, ici').click();
  await page.getByRole('button', { name: 'Commencer la bataille' }).click();
  for (const [side, other] of [
    ['blue', 'Avant-garde prussienne'],
    ['red', 'Avant-garde française'],
  ] as const) {
    await screen.stand();
    await expect(screen.root).toHaveAttribute('data-side', side);
    while ((await screen.stand()).what === 'ask') await screen.commit();
    await expect(page.getByTestId('curtain')).toContainText(other);
    await expect(page.locator('[data-unit]')).toHaveCount(0);
    await page.getByTestId('curtain-raise').click();
  }
  await screen.stand();
  await expect(screen.root).toHaveAttribute('data-side', 'blue');
});

test('a battle is given away as a page that replays by itself, and as a link', async ({ page, browser, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  const battle = await begin(page, first, ['person', { staff: 'captain' }]);
  await play(page, `local-${battle}-blue`);
  await page.goto(`./#/end/${battle}`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-page').click()]);
  // Elsewhere, from the disk, without any network.
  const elsewhere = await browser.newContext({ locale: 'fr-FR', offline: true });
  const alone = await elsewhere.newPage();
  const wrong: string[] = [];
  alone.on('pageerror', (error) => wrong.push(error.message));
  const file = `${root}target/site-page.html`;
  await download.saveAs(file);
  await alone.goto(`file://${file}`);
  await expect(alone.locator('svg [data-unit]').first()).toBeVisible();
  await expect(alone.locator('aside ol li').first()).toBeVisible();
  // On a phone the map and what happened on it are seen together.
  await alone.setViewportSize({ width: 390, height: 844 });
  await alone.getByRole('slider').fill('60');
  await expect(alone.locator('aside li.now')).toBeInViewport({ ratio: 0.5 });
  await expect(alone.locator('svg [data-unit]').first()).toBeInViewport();
  expect(await alone.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
  expect(wrong).toEqual([]);
  await elsewhere.close();

  await page.getByTestId('copy-link').click();
  await expect(page.getByText('Le lien est copié')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  // It was played here: it is not taken up once more.
  await expect(other).toHaveURL(new RegExp(`#/replay/${battle}`));
  await expect(other.locator('svg [data-unit]').first()).toBeVisible();
  const strange = await browser.newContext({ locale: 'fr-FR' });
  const visitor = await strange.newPage();
  await wrap(visitor);
  for (let time = 0; time < 3; time += 1) {
    await visitor.goto('about:blank');
    await visitor.goto(link);
    await expect(visitor).toHaveURL(/#\/replay\//);
    expect(await good<unknown[]>(visitor, 'GET', '/api/battles', 'local-house')).toHaveLength(1);
  }
  // A position that is not in it says so, and the battle opens at its start.
  for (const from of ['999999', 'abc', '-1']) {
    await visitor.goto('about:blank');
    await visitor.goto(`${link}&from=${from}`);
    await expect(visitor.getByRole('alert'), from).toContainText('un moment que cette bataille n’a pas');
    await expect(visitor.getByRole('button', { name: 'Commencer d’ici' })).toBeHidden();
  }
  await strange.close();
  // A link that was cut on the way says so.
  const third = await context.newPage();
  await third.goto(link.slice(0, -40));
  await expect(third.getByRole('alert')).toContainText('abîmé');
  // The whole one is pasted over it.
  await third.goto(link);
  await expect(third).toHaveURL(new RegExp(`#/replay/${battle}`));

  // A position in it: whoever opens the link plays on from there.
  await other.goto(`${other.url()}?at=40`);
  await other.reload();
  await other.getByTestId('copy-position').click();
  await expect(other.getByText('jouer à partir de ce moment')).toBeVisible();
  const position = await other.evaluate(() => navigator.clipboard.readText());
  expect(position).toMatch(/#\/open\?log=[\w-]+&from=\d+$/);
  const fourth = await context.newPage();
  await wrap(fourth);
  await fourth.goto(position);
  await fourth.getByRole('button', { name: 'Commencer d’ici' }).click();
  await expect(fourth.getByTestId('screen')).toBeVisible();
  const on = /#\/battle\/([^?]+)/.exec(fourth.url())?.[1] ?? '';
  expect(await play(fourth, `local-${on}-blue`, 2)).toBe(2);
});

test('opened as a file, which no browser starts, it says why', async ({ page }) => {
  await page.goto(`file://${root}target/site/index.html`);
  await expect(page.getByText('La page ne démarre pas')).toBeVisible();
  await expect(page.getByText('The page does not start')).toBeVisible();
});

test.describe('without what is kept for a time without a network', () => {
  test.use({ serviceWorkers: 'block' });

  test('a battle of another browser, and rules that cannot be loaded, are said in words of the site', async ({ page, context }) => {
    await open(page);
    for (const way of ['battle', 'replay', 'end']) {
      await page.goto(`./#/${way}/0123456789abcdef`);
      await expect(page.getByText('pas dans ce navigateur'), way).toBeVisible();
    }
    for (const [at, said] of [
      ['rules/no-such', 'Cette règle n’est pas ici'],
      [`assistant/${first}/tests/no-such`, 'Ce test n’existe pas ici'],
      [`assistant/${first}/examples/no-such`, 'Cet exemple n’existe pas ici'],
    ] as const) {
      await page.goto(`./#/${at}`);
      await expect(page.getByRole('alert'), at).toContainText(said);
      await expect(page.getByRole('button', { name: 'Réessayer' })).toBeHidden();
    }
    // The map of a scenario is there before the rules are.
    await page.route('**/rules/*.wasm.xz', (route) => route.abort());
    await page.goto('about:blank');
    await page.goto('./#/new/premier-feu');
    await expect(page.locator('.map img')).toBeVisible();
    await page.unroute('**/rules/*.wasm.xz');
    await page.goto('./#/rules');
    await expect(page.getByRole('heading').first()).toBeVisible();
    await context.setOffline(true);
    await page.goto(`./#/rules/${second}`);
    await expect(page.getByText('n’a pas pu être chargé')).toBeVisible();
    // A part of the client itself, too; it is there when the network is.
    await page.goto('./#/settings');
    await expect(page.getByRole('alert')).toContainText('n’a pas pu être chargé');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByRole('heading', { name: 'Réglages' })).toBeVisible();
  });

  test('whoever brings a key of another table has this one all the same', async ({ page }) => {
    await page.goto('./#house=0123456789abcdef');
    await expect(page.getByText('Premier feu').first()).toBeVisible();
  });

  test('a worker that cannot be loaded is said, and tried again', async ({ page }) => {
    await page.route('**/assets/worker-*', (route) => route.abort());
    await page.goto('./');
    await expect(page.getByRole('alert')).toContainText('n’a pas pu être chargé');
    await page.unroute('**/assets/worker-*');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByText('Premier feu').first()).toBeVisible();
  });
});

test('a battle that is played on in another tab is said, and goes on from there', async ({ page, context }) => {
  await open(page);
  const battle = await begin(page, first, ['person', { staff: 'captain' }]);
  const blue = `local-${battle}-blue`;
  const other = await context.newPage();
  await open(other);
  expect(await play(other, blue, 2)).toBe(2);
  // This page comes late; then it takes the battle up where it stands.
  await expect(play(page, blue, 2)).rejects.toThrow(/409.*autre onglet/);
  expect(await play(page, blue, 2)).toBe(2);
});

test('a store without room is said, and nothing of the battle stays', async ({ page, context }) => {
  await open(page);
  const session = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await expect(begin(page, first, ['person', { staff: 'captain' }])).rejects.toThrow(/507.*plus de place/);
  expect(await good<unknown[]>(page, 'GET', '/api/battles', 'local-house')).toEqual([]);
});

test('a browser that keeps nothing has the assistant, and is told why it has no battles', async ({ playwright, launchOptions, baseURL }) => {
  const folder = mkdtempSync(join(tmpdir(), 'grognard-site-'));
  mkdirSync(join(folder, 'Default'));
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
  const context = await playwright.chromium.launchPersistentContext(folder, { ...launchOptions, locale: 'fr-FR', ...(baseURL ? { baseURL } : {}) });
  try {
    const page = await context.newPage();
    await page.goto('./');
    await page.getByRole('link', { name: /Premier feu/ }).click();
    await page.getByRole('button', { name: 'Commencer la bataille' }).click();
    await expect(page.getByRole('alert')).toContainText('ne garde rien pour ce site');
    await page.goto('./#/battles');
    await expect(page.getByRole('alert')).toContainText('ne garde rien pour ce site');
    await page.goto(`./#/assistant/${first}/tests/infantry-fire`);
    await expect(page.getByTestId('breakdown')).toBeVisible();
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a situation of the assistant is given away as a link', async ({ page, context }) => {
  await open(page);
  await page.goto(`./#/assistant/${first}/tests/infantry-fire`);
  const elements = page.getByTestId('field-shooter.elements');
  // A wide page has its groups open.
  await elements.getByRole('button', { name: 'Moins' }).click();
  const changed = await elements.getByRole('textbox').inputValue();
  await page.getByRole('button', { name: 'Partager ou imprimer' }).click();
  const link = await page.getByTestId('share-link').inputValue();
  // Another browser, which has seen nothing of it.
  const elsewhere = await context.browser()!.newContext({ locale: 'fr-FR' });
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(other.getByTestId('field-shooter.elements').getByRole('textbox')).toHaveValue(changed);
  // One that was cut on the way says so, whichever page it leads to; one that leads nowhere as well.
  const half = link.slice(0, -Math.ceil((link.length - link.indexOf('?')) / 2));
  for (const cut of [half, half.replace('infantry-fire?', 'charge/follow?')]) {
    await other.goto('about:blank');
    await other.goto(cut);
    await expect(other.getByRole('alert'), cut).toContainText('lisible');
  }
  await other.goto(new URL('./#/no-such-page', page.url()).href);
  await expect(other.getByRole('heading')).toContainText('rien');
  await elsewhere.close();
});

test('without a network after the first visit, a battle is begun and played', async ({ page, context }) => {
  await open(page);
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Premier feu').first()).toBeVisible();
  const battle = await begin(page, second, ['person', { staff: 'captain' }]);
  await page.goto(`./#/battle/${battle}`);
  await expect(page.getByTestId('screen')).toBeVisible();
  expect(await play(page, `local-${battle}-blue`, 4)).toBe(4);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the assistant computes without a network', async ({ page, context }) => {
    await open(page);
    await kept(page);
    await context.setOffline(true);
    await page.goto('./#/assistant');
    await page.reload();
    await page.getByPlaceholder('Chercher un test').fill('infanterie');
    await page.getByTestId('test-infantry-fire').tap();
    await expect(page.getByTestId('breakdown')).toBeVisible();
    const brief = page.getByTestId('brief');
    const before = await brief.innerText();
    await page.getByTestId('group-shooter').tap();
    await page.getByTestId('field-shooter.elements').getByRole('button', { name: 'Moins' }).tap();
    await expect(brief).not.toHaveText(before);
    for (const face of [6, 5, 3]) await page.getByTestId(`face-${face}`).tap();
    await expect(page.getByTestId('came')).toContainText(/Pertes/i);
    await chained(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    // What rules say and the worked examples lie beside the module, and are kept as well.
    await page.goto(`./#/assistant/${first}/examples`);
    await expect(page.getByTestId('cases').getByRole('link').nth(50)).toBeAttached();
    const rules = JSON.parse((await call(page, 'GET', `/api/rules/${first}`, '')).body) as { text: { fr: string } }[];
    expect(rules.length).toBeGreaterThan(100);
    expect(rules.filter(({ text }) => text.fr.length < 5)).toEqual([]);
  });
});

test.describe('on a phone at the table of a server', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the assistant goes on when the server is gone, and after a reload', async ({ page }) => {
    const program = await Program.start();
    try {
      await page.goto(`${program.base}/#house=${program.house}`);
      await page.goto(`${program.base}/#/assistant`);
      await page.getByPlaceholder('Chercher un test').fill('infanterie');
      await page.getByTestId('test-infantry-fire').tap();
      await expect(page.getByTestId('breakdown')).toBeVisible();
      // The module of the ruleset and the page itself are kept beforehand.
      const has = (part: string) =>
        page.evaluate(async (part) => {
          const names = await caches.keys();
          const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
          return keys.flat().some(({ url }) => url.includes(part));
        }, part);
      for (const part of ['.wasm.xz', '.json.xz', '/site.json', '/assets/worker-', '/assets/Test-']) await expect.poll(() => has(part)).toBe(true);
      await program.kill();
      for (const reloaded of [false, true]) {
        if (reloaded) {
          await page.goto(`${program.base}/#/assistant`);
          await page.reload();
          await page.getByTestId('test-infantry-fire').tap();
        }
        await expect(page.getByTestId('breakdown')).toBeVisible();
        const brief = page.getByTestId('brief');
        const before = await brief.innerText();
        await page.getByTestId('group-shooter').tap();
        await page.getByTestId('field-shooter.elements').getByRole('button', { name: 'Moins' }).tap();
        await expect(brief).not.toHaveText(before);
        const dice = Number(await page.getByTestId('field-shooter.elements').getByRole('textbox').inputValue());
        await expect(page.locator('.result')).toHaveAttribute('aria-busy', 'false');
        for (let n = 0; n < dice; n += 1) await page.getByTestId('face-6').tap();
        await expect(page.getByTestId('came')).toContainText(/Pertes/i);
        await chained(page);
      }
    } finally {
      await program.down();
    }
  });
});

for (const ruleset of PLAYED) {
  test(`what the worker sends for one side never holds the other’s sealed orders: ${ruleset}`, async ({ page }) => {
    await open(page);
    const battle = await begin(page, ruleset, ['person', 'person']);
    const [blue, red] = [`local-${battle}-blue`, `local-${battle}-red`];
    // The page listens for blue alone.
    await page.evaluate((token) => (window as unknown as { host: Worker }).host.postMessage({ listen: token, after: null }), blue);
    let found = 0;
    for (let i = 0; i < 60 && found < 3; i += 1) {
      // Nobody thinks here: who is not asked at once waits for the other.
      const answered = await play(page, red, 1, 1);
      const own = await good<Table>(page, 'GET', '/api/seat', red);
      for (const { replies } of own.now.sealed) {
        const secret = JSON.stringify(replies);
        if (secret.length < 40) continue;
        found += 1;
        const sent = (await heard(page)).filter((text) => text.includes(`"token":"${blue}"`));
        expect(sent.length).toBeGreaterThan(0);
        // Messages are JSON in JSON where they are answers; pushes are plain.
        expect(sent.some((text) => text.includes(secret))).toBe(false);
        const { body } = await call(page, 'GET', '/api/seat', blue);
        expect(body).not.toContain(secret);
        // The umpire's seat and the log open when the battle is over, which a short one may be before this loop.
        expect((await call(page, 'GET', '/api/seat', `local-${battle}-umpire`)).status).toBe(403);
        expect((await call(page, 'GET', `/api/battles/${battle}/log`, 'local-house')).status).toBe(409);
      }
      if ((await play(page, blue, 1, 1)) + answered === 0) break;
    }
    expect(found).toBeGreaterThan(0);
  });
}

for (const ruleset of PLAYED) {
  test(`the same seed and answers give the same log natively and here: ${ruleset}`, async ({ page }) => {
    const native = execFileSync(`${root}target/debug/examples/twin`, [ruleset], { maxBuffer: 1 << 28 }).toString();
    const bytes = readFileSync(`${root}target/wasm/modules/${ruleset}.wasm`).toString('base64');
    const script = readFileSync(`${root}web/src/site/module.js`, 'utf8');
    // A page without the site's own policy: the script of the module is put into it as it stands.
    await page.goto('about:blank');
    await page.addScriptTag({ content: script.replaceAll('export function', 'function') });
    const here = await page.evaluate(
      async ([bytes, ruleset]) => {
        const raw = Uint8Array.from(atob(bytes!), (c) => c.charCodeAt(0));
        const { instance } = await WebAssembly.instantiate(raw);
        const ask_ = (window as unknown as { answer(i: WebAssembly.Instance, r: unknown): { status: number; body: string; think: string | null } })
          .answer;
        let asked = 0;
        const settle = (ask: unknown): { status: number; body: string } => {
          asked += 1;
          const reply = ask_(instance, { now: 1000 * asked, random: String(asked), ask });
          for (let { think } = reply; think;) {
            asked += 1;
            ({ think } = ask_(instance, { now: 1000 * asked, random: String(asked), ask: { think: { battle: think } } }));
          }
          return reply;
        };
        const call = (method: string, path: string, token: string, body?: unknown) =>
          settle({ call: { method, path, token, body: body === undefined ? '' : JSON.stringify(body) } });
        const good = (...given: Parameters<typeof call>) => JSON.parse(call(...given).body);
        const { battle } = good('POST', '/api/battles', 'local-house', {
          scenario: 'premier-feu',
          ruleset,
          leaders: ['person', { staff: 'captain' }],
        });
        const blue = `local-${battle}-blue`;
        for (;;) {
          const { now } = good('GET', '/api/seat', blue);
          const ask = now.asks[0]?.ask.id;
          if (ask === undefined || now.outcome) break;
          const { replies } = good('POST', '/api/seat/suggest', blue, { ask });
          good('POST', '/api/seat/answer', blue, { ask, replies });
        }
        return call('GET', '/api/seat/log', `local-${battle}-umpire`).body;
      },
      [bytes, ruleset] as const,
    );
    expect(native.length).toBeGreaterThan(10_000);
    expect(here === native).toBe(true);
  });
}
