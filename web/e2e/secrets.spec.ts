// Everything that a browser receives over a whole battle, searched for what the other side hides: its keys, where it
// deploys, its orders, the seed of the dice. Each thing searched for must be found once it has been opened, which
// proves the search.
import type { Page } from '@playwright/test';
import { Api, begin, pick, type Update } from './support/api';
import { expect, test } from './support/fixtures';
import { Screen } from './support/screen';

/** Everything that a page received, in order. */
class Ear {
  readonly heard: string[] = [];
  #pending: Promise<void>[] = [];

  constructor(page: Page) {
    page.on('response', (response) => {
      this.#pending.push(
        Promise.all([response.text().catch(() => ''), response.allHeaders()]).then(
          ([body, headers]) => {
            this.heard.push(JSON.stringify(headers) + body);
          },
          () => undefined,
        ),
      );
    });
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.heard.push(payload.toString()));
    });
  }

  /** Everything received since a mark, once it is complete. */
  async since(mark = 0): Promise<string[]> {
    await Promise.all(this.#pending);
    this.#pending = [];
    return this.heard.slice(mark);
  }

  async mark(): Promise<number> {
    return (await this.since()).length;
  }
}

/** The orders of red's units in the last picture received, in words. */
function orders(heard: string[]): string[] {
  const seen = new Map<string, string>();
  for (const text of heard) {
    if (!text.startsWith('{"type"')) continue;
    const message = JSON.parse(text) as { type: string; now?: Update } & Update;
    for (const [id, unit] of Object.entries((message.now ?? message).units ?? {})) {
      const { card, order } = unit as { card: { side: string }; order?: { words: { en: string }; letter: string | null; how: string } | null };
      if (card.side === 'red') seen.set(id, order ? `${order.how} ${order.letter} ${order.words.en}` : '');
    }
  }
  return [...seen.values()];
}

test('nothing of the other side comes before it is opened', async ({ page, program }) => {
  const { seats } = await begin(program, ['person', 'person']);
  const red = new Api(program, seats.red.token);
  const ear = new Ear(page);
  await page.goto(`${program.base}/#seat=${seats.blue.token}`);
  await page.locator('a.btn.pri').click();
  const screen = new Screen(page);

  // Red deploys a battalion where no scenario would put it.
  await screen.stand();
  const where = { x: 23_417, y: 87_659 };
  await red.answer((_, replies) => {
    const [first, ...rest] = replies as { placed: [{ at: unknown; facing: number }, string | null] }[];
    return [{ placed: [{ at: where, facing: first?.placed[0].facing }, first?.placed[1]] }, ...rest];
  });
  // Blue looks at everything it can see of that battalion.
  await screen.unit(3).click();
  await page.getByTestId('dossier').click();
  await page.getByTestId('lens-threats').click();
  await expect(page.getByTestId('lens-threats')).toHaveAttribute('aria-pressed', 'true');
  const found = (heard: string[], what: string | number) => heard.filter((text) => text.includes(String(what))).length;
  expect(found(await ear.since(), where.x)).toBe(0);
  expect(found(await ear.since(), where.y)).toBe(0);
  await screen.commit();
  await screen.until('orders');
  expect(found(await ear.since(), where.x), 'opened, it is found').toBeGreaterThan(0);

  // Red charges with all but one; blue has not answered yet.
  const sealed = await ear.mark();
  await red.answer((_, replies) => [pick('charge'), replies[1], pick('fall_back'), ...replies.slice(3)]);
  await screen.unit(4).click();
  await page.getByTestId('lens-threats').click();
  await page.getByTestId('tests-theirs').click();
  await page.getByTestId('back-to-question').click();
  await page.getByTestId('choice-manoeuvre').first().click();
  for (const order of orders(await ear.since())) expect(order).not.toMatch(/charge|fall|[CR] /i);
  for (const text of (await ear.since(sealed)).filter((heard) => heard.startsWith('{"type"'))) {
    expect((JSON.parse(text) as Update).journal.filter(({ text: { en } }) => /charge|fall/i.test(en))).toEqual([]);
  }
  await screen.commit();
  await screen.until('halt');
  expect(orders(await ear.since()).join('\n'), 'opened, they are found').toMatch(/charge/i);

  // The rest of the battle: no question of red's, and no key but blue's, is ever received.
  await screen.playToTheEnd(() => red.answerAll());
  const before = await ear.since();
  await screen.go.click();
  const seed = (await page.locator('.seed code').innerText()).trim();
  expect(seed.length).toBeGreaterThan(30);
  expect(found(before, seed), 'the seed stays sealed to the end').toBe(0);
  expect(found(await ear.since(), seed), 'opened, it is found').toBeGreaterThan(0);
  const all = await ear.since();
  expect(found(all, seats.red.token)).toBe(0);
  expect(found(all, program.house)).toBe(0);
  for (const text of before.filter((heard) => heard.startsWith('{"type"'))) {
    const message = JSON.parse(text) as { now?: Update } & Update;
    for (const { ask } of (message.now ?? message).asks ?? []) expect(ask.slot.side).toBe('blue');
  }
});
