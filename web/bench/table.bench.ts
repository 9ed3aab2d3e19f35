// Time from a click to the drawn answer, frames while panning, size of the client.
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { Api, begin, pick } from '../e2e/support/api';
import { test } from '../e2e/support/fixtures';
import type { Program } from '../e2e/support/program';
import { Screen } from '../e2e/support/screen';
import { front } from './front';

const TIMES = 100;

const quantile = (sorted: number[], q: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

function tell(what: string, times: number[], echo?: number) {
  const sorted = [...times].sort((a, b) => a - b);
  const half = quantile(sorted, 0.5);
  const ratio = echo ? `   ${(half / echo).toFixed(1)} x echo` : '';
  console.log(
    `   ${what.padEnd(44)} p50 ${ms(half).padStart(9)}   p99 ${ms(quantile(sorted, 0.99)).padStart(9)}   n ${String(times.length).padStart(3)}${ratio}`,
  );
  return half;
}

/** A battle of so many units a side, at the moment when marches are planned. */
async function planning(program: Program, page: Page, units: number) {
  const { id, toml } = front(units);
  const response = await fetch(`${program.base}/api/scenarios`, {
    method: 'POST',
    headers: { authorization: `Bearer ${program.house}`, 'content-type': 'application/toml' },
    body: toml,
  });
  if (!response.ok) throw new Error(await response.text());
  const { seats } = await begin(program, ['person', 'person'], id);
  const sides = [new Api(program, seats.blue.token), new Api(program, seats.red.token)];
  for (let n = 0; n < 40; n += 1) {
    for (const side of sides) {
      const { now } = await side.table();
      const ask = now.asks[0]?.ask;
      if (!ask || ask.slot.kind === 'plan') continue;
      await side.answer((kind, replies) =>
        kind === 'orders' ? replies.map((reply, i) => ('command' in (ask.fields[i]?.about as object) ? pick('manoeuvre') : reply)) : replies,
      );
    }
    const [blue] = await Promise.all(sides.map((side) => side.table()));
    if (blue?.now.asks[0]?.ask.slot.kind === 'plan') break;
  }
  await page.goto(`${program.base}/#seat=${seats.blue.token}`);
  await page.locator('a.btn.pri').click();
  const screen = new Screen(page);
  await screen.until('plan');
  return screen;
}

/** Presses at two places in turn, each time until something else is drawn: from the press to the frame after the change. */
async function presses(page: Page, spots: { x: number; y: number }[], watched: string, times: number): Promise<number[]> {
  return page.evaluate(
    async ({ spots, watched, times }) => {
      const map = document.querySelector('[data-testid="map"]') as HTMLElement;
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
      const look = () => document.querySelector(watched)?.outerHTML ?? '';
      const taken: number[] = [];
      for (let n = 0; n < times; n += 1) {
        const { x, y } = spots[n % spots.length] ?? { x: 0, y: 0 };
        const before = look();
        const begun = performance.now();
        for (const type of ['pointerdown', 'pointerup']) {
          map.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: 'mouse', button: 0, clientX: x, clientY: y }));
        }
        while (look() === before) {
          if (performance.now() - begun > 20_000) throw new Error(`nothing is drawn after a press at ${x}, ${y}`);
          await frame();
        }
        taken.push(performance.now() - begun);
        // The hand rests before the next press.
        await new Promise((done) => setTimeout(done, 30));
      }
      return taken;
    },
    { spots, watched, times },
  );
}

async function echoes(page: Page): Promise<number[]> {
  return page.evaluate(async (times) => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    const taken: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const begun = performance.now();
      await (await fetch('/api/health')).text();
      await frame();
      taken.push(performance.now() - begun);
    }
    return taken;
  }, TIMES);
}

/** The map dragged to and fro for some seconds, or held still: how long each frame took. */
async function pan(page: Page, far: number): Promise<number[]> {
  return page.evaluate(async (far) => {
    const map = document.querySelector('[data-testid="map"]') as HTMLElement;
    const { left, top, width, height } = map.getBoundingClientRect();
    const send = (type: string, x: number, y: number) =>
      map.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: 'mouse', button: 1, buttons: 4, clientX: x, clientY: y }));
    const [x, y] = [left + width / 2, top + height / 2];
    send('pointerdown', x, y);
    const frames: number[] = [];
    let last = performance.now();
    const begun = last;
    for (let n = 0; performance.now() - begun < 5_000; n += 1) {
      if (far > 0) send('pointermove', x + far * Math.sin(n / 12), y + (far / 2) * Math.cos(n / 12));
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      frames.push(now - last);
      last = now;
    }
    send('pointerup', x, y);
    return frames.slice(2);
  }, far);
}

test('click to drawn answer, frames while panning', async ({ page, program }) => {
  console.log('== from a click to the drawn answer (Chromium without a screen, no graphics card), and frames while panning');
  for (const units of [30, 300]) {
    const screen = await planning(program, page, units);
    const echo = tell(`an empty echo of the same server`, await echoes(page));
    console.log(`   ${units} units a side:`);
    // Near enough for single units to be told apart by the hand.
    const far = await screen.spot(Math.floor(units > 100 ? 15 : 5));
    await page.mouse.move(far.x, far.y);
    while ((await screen.metre(front(units).width)) < 0.5) await page.mouse.wheel(0, -240);
    const metre = await screen.metre(front(units).width);
    const [one, other] = units > 100 ? [15, 16] : [5, 6];
    const [a, b] = [await screen.spot(one ?? 0), await screen.spot(other ?? 1)];
    tell('a press on a unit until its card is drawn', await presses(page, [a, b], '[data-testid="card"]', TIMES), echo);
    // The first unit is chosen; pressed on the ground before it, it plans a march there.
    await page.mouse.click(a.x, a.y);
    await page.waitForFunction((id) => document.querySelector(`[data-unit="${id}"]`)?.getAttribute('aria-pressed') === 'true', one);
    const ahead = (metres: number) => ({ x: a.x, y: a.y - metres * metre });
    tell('a press on the ground until ghost and cost are drawn', await presses(page, [ahead(100), ahead(150)], '[data-testid="plan"]', TIMES), echo);
    const answered = performance.now();
    await screen.commit();
    await page.waitForFunction(() => !document.querySelector('[data-testid="ask"][data-kind="plan"]'));
    console.log(`   ${'the whole plan given until it is shown as given'.padEnd(44)} once ${ms(performance.now() - answered)}`);
    const rate = (times: number[]) => ((1000 * times.length) / times.reduce((sum, one) => sum + one, 0)).toFixed(0);
    const still = rate(await pan(page, 0));
    for (const where of ['seen from near', 'all in sight']) {
      if (where === 'all in sight') await page.getByRole('button', { name: 'Toute la carte' }).click();
      const frames = (await pan(page, 200)).sort((x, y) => x - y);
      console.log(
        `   panning with ${2 * units} units, ${where}: ${rate(frames)} frames a second (${still} when nothing moves), ` +
          `p50 ${ms(quantile(frames, 0.5))}, p99 ${ms(quantile(frames, 0.99))}, longest ${ms(frames.at(-1) ?? 0)}`,
      );
    }
  }
});

test('size of the client', async () => {
  const folder = process.env['GROGNARD_CLIENT'] ?? resolve(import.meta.dirname, '../dist');
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  let [all, first, alone] = [0, 0, 0];
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(html|js|css|svg)$/.test(name)) continue;
    const size = gzipSync(await readFile(join(folder, name)), { level: 9 }).length;
    // The page that replays a battle by itself has all of it once more; it is loaded when somebody saves one.
    if (name === 'replay.html') alone = size;
    else all += size;
    if (name === 'index.html' || page.includes(name.replaceAll('\\', '/'))) first += size;
  }
  console.log(
    `== size of the client, compressed: ${(first / 1000).toFixed(0)} kB to begin with, ${(all / 1000).toFixed(0)} kB with all pages (aim: under 250 kB); the page that is given away ${(alone / 1000).toFixed(0)} kB`,
  );
});
