// The playing screen as a player sees it: its contents, and hands to touch it with.
import { expect, type Locator, type Page } from '@playwright/test';
import { network } from './line';

/** An input device: the mouse or a finger. */
export interface Hand {
  press(what: Locator): Promise<void>;
  pressAt(x: number, y: number): Promise<void>;
  /** Slowly enough for the map to follow. */
  drag(from: Spot, to: Spot): Promise<void>;
}

const STEPS = 8;
const between = (from: Spot, to: Spot, i: number): Spot => ({ x: from.x + ((to.x - from.x) * i) / STEPS, y: from.y + ((to.y - from.y) * i) / STEPS });

export const mouse = (page: Page): Hand => ({
  press: (what) => what.click(),
  pressAt: (x, y) => page.mouse.click(x, y),
  drag: async (from, to) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let i = 1; i <= STEPS; i += 1) await page.mouse.move(between(from, to, i).x, between(from, to, i).y);
    await page.mouse.up();
  },
});

export const finger = (page: Page): Hand => ({
  press: (what) => what.tap(),
  pressAt: (x, y) => page.touchscreen.tap(x, y),
  drag: async (from, to) => {
    // A finger through the browser's own interface: Playwright only taps.
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Spot) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at.x, y: at.y }] : [] });
    await touch('touchStart', from);
    for (let i = 1; i <= STEPS; i += 1) await touch('touchMove', between(from, to, i));
    await touch('touchEnd');
    await session.detach();
  },
});

export interface Spot {
  x: number;
  y: number;
}

/** What the screen waits for. */
export type Stand = { what: 'ask'; ask: string; kind: string } | { what: 'curtain' | 'dice' | 'over' };

export class Screen {
  #last = '';
  #routed: Promise<{ looked?: { costs: { fr: string }[] } }> = Promise.resolve({});

  constructor(
    readonly page: Page,
    readonly hand: Hand = mouse(page),
    readonly line = network(page),
  ) {
    page.on('response', (response) => {
      if (response.url().endsWith('/api/seat/route')) this.#routed = response.json().catch(() => ({}));
    });
  }

  /** Whether the ruleset gives the cost of the last march. */
  async priced(): Promise<boolean> {
    return ((await this.#routed).looked?.costs ?? []).some(({ fr }) => fr !== '');
  }

  get root(): Locator {
    return this.page.getByTestId('screen');
  }
  get go(): Locator {
    return this.page.getByTestId('guide-go');
  }
  get ask(): Locator {
    return this.page.getByTestId('ask');
  }
  get map(): Locator {
    return this.page.getByTestId('map');
  }
  get journal(): Locator {
    return this.page.getByTestId('journal');
  }

  /** Units of a side on the map. */
  units(side: 'blue' | 'red'): Locator {
    return this.map.locator(`[data-unit][data-side="${side}"]`);
  }

  unit(id: number): Locator {
    return this.page.getByTestId(`unit-${id}`);
  }

  /** The middle of a unit's symbol, in the window. */
  async spot(id: number): Promise<Spot> {
    const box = await this.unit(id).boundingBox();
    if (!box) throw new Error(`unit ${id} is not on the map`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Waits until there is something new to do: an unanswered question, the curtain, or the end. */
  async stand(): Promise<Stand> {
    const found = await this.page.waitForFunction(
      (last) => {
        const by = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
        if (by('curtain')) return { what: 'curtain' as const };
        if (by('guide')?.dataset['over'] !== undefined) return { what: 'over' as const };
        if (by('dice-wanted')) return { what: 'dice' as const };
        const ask = by('ask')?.dataset;
        const go = by('guide-go') as HTMLButtonElement | null;
        if (!ask?.['ask'] || !go || go.disabled || go.ariaDisabled === 'true') return null;
        // Both sides may be asked the same question.
        const name = `${by('screen')?.dataset['side']} ${ask['ask']}`;
        return name === last ? null : { what: 'ask' as const, ask: name, kind: ask['kind'] ?? '' };
      },
      this.#last,
      { timeout: 120_000 },
    );
    return (await found.jsonValue()) as Stand;
  }

  /** Waits for a question of a kind, answering others with their proposals. */
  async until(kind: string): Promise<void> {
    for (;;) {
      const stand = await this.stand();
      if (stand.what !== 'ask') throw new Error(`no question of the kind ${kind} came: ${stand.what}`);
      if (stand.kind === kind) return;
      await this.commit();
    }
  }

  /** Presses the one filled button, and waits until the host has the answer. */
  async commit() {
    this.#last = `${await this.root.getAttribute('data-side')} ${await this.ask.getAttribute('data-ask')}`;
    const given = this.line.answered('/api/seat/answer');
    const sent = this.line.asked('/api/seat/answer', 10_000).then(
      () => true,
      () => false,
    );
    await this.hand.press(this.go);
    // While the page is still moving a press may miss, as a person's may, who then presses again.
    if (!(await sent)) await this.hand.press(this.go);
    expect(await given, 'the answer is taken').toBe(200);
  }

  /** An answered question may come again: after an undo, or after an answer was taken back. */
  again() {
    this.#last = '';
  }

  /** Types in dice thrown on the table: sixes and ones, one for each die. */
  async typeDice() {
    const dice = this.page.getByTestId('dice-wanted');
    const said = await dice.innerText();
    for (const [n, die] of (await dice.getByRole('radiogroup').all()).entries()) {
      await this.hand.press(n % 2 === 0 ? die.getByRole('radio').last() : die.getByRole('radio').first());
    }
    const typed = this.line.answered('/api/seat/dice');
    await this.hand.press(this.page.getByTestId('dice-go'));
    expect(await typed, `these dice were asked for: ${said}`).toBe(200);
  }

  /** Asks for advice and takes it. */
  async takeAdvice() {
    // On a busy machine the button may be redrawn under the pointer; a second press asks the same.
    await expect(async () => {
      const advised = this.line.answered('/api/seat/suggest', 15_000);
      await Promise.all([advised, this.hand.press(this.page.getByTestId('hint'))]);
    }).toPass();
    await expect(this.page.getByTestId('hint')).toBeEnabled();
    await this.commit();
  }

  /** Plays on to the end of the battle, at first by advice, then by proposal; `meanwhile` are the other side's acts
   * after every answer. */
  async playToTheEnd(meanwhile: () => Promise<unknown> = async () => undefined) {
    for (let n = 0; n < 400; n += 1) {
      await meanwhile();
      const stand = await this.stand();
      if (stand.what === 'over') return;
      if (stand.what === 'curtain') await this.hand.press(this.page.getByTestId('curtain-raise'));
      else if (n < 12) await this.takeAdvice();
      else await this.commit();
    }
    throw new Error('the battle does not end');
  }

  /** Pixels of the window per metre of the ground. */
  async metre(groundWidth: number): Promise<number> {
    const box = await this.map.locator('svg.troops').boundingBox();
    if (!box) throw new Error('there is no map');
    return box.width / groundWidth;
  }

  /** Of blue's units that wait for a decision, the one with the most free ground around it. */
  async freest(): Promise<number> {
    const spots = async (units: Locator) => {
      const ids = await units.evaluateAll((all) => all.map((unit) => Number(unit.getAttribute('data-unit'))));
      return Promise.all(ids.map(async (id) => ({ id, at: await this.spot(id) })));
    };
    await expect(this.map.locator('[data-unit].asked[data-side="blue"]').first()).toBeVisible();
    const ours = await spots(this.map.locator('[data-unit].asked[data-side="blue"]'));
    const theirs = await spots(this.units('red'));
    const free = ({ at }: { at: Spot }) => Math.min(...theirs.map((other) => Math.hypot(other.at.x - at.x, other.at.y - at.y)));
    const [best] = ours.sort((a, b) => free(b) - free(a));
    if (!best) throw new Error('no unit waits');
    return best.id;
  }

  /** An entry of the journal, searched as far back as it goes. */
  async entry(what: Locator): Promise<Locator> {
    const older = this.journal.getByRole('button', { name: /plus anciennes/ });
    for (let n = 0; n < 20 && (await what.count()) === 0 && (await older.count()) > 0; n += 1) {
      const before = await this.journal.getByRole('listitem').count();
      await this.hand.press(older);
      await expect.poll(() => this.journal.getByRole('listitem').count()).not.toBe(before);
    }
    return what.first();
  }

  /** A plan is on the map: the ghost stands where it was drawn, and its cost is shown where the ruleset gives it. */
  async expectPlan(priced = true) {
    await expect(this.page.getByTestId('ghost')).toBeVisible();
    if (priced) await expect(this.page.getByTestId('plan').locator('.pill.act text')).toHaveText(/\d/);
  }

  drag(from: Spot, to: Spot): Promise<void> {
    return this.hand.drag(from, to);
  }

  /** On a telephone the decision is in the sheet: a button that is always visible opens it. */
  async openDecision() {
    const tab = this.page.getByTestId('tab-play');
    if (!(await tab.isVisible())) return;
    // The sheet grows while an answer is computed: if the target has moved away, the finger taps once more.
    await expect(async () => {
      await this.hand.press(tab);
      await expect(this.page.getByTestId('panel-handle')).toHaveAttribute('aria-expanded', 'true', { timeout: 2_000 });
    }).toPass();
  }

  /** On a telephone the map is under the sheet: it is lowered by its handle, with a second tap if the handle moved
   * away. */
  async layDown() {
    const handle = this.page.getByTestId('panel-handle');
    if (!(await handle.isVisible())) return;
    await expect(async () => {
      if ((await handle.getAttribute('aria-expanded')) === 'true') await this.hand.press(handle);
      await expect(handle).toHaveAttribute('aria-expanded', 'false', { timeout: 2_000 });
    }).toPass();
  }

  /** The position of a drawing, once it is still: the map slides to the unit in question when its room changes. */
  async still(find: () => Promise<Spot>): Promise<Spot> {
    let [last, since] = [await find(), 0];
    await expect(async () => {
      const now = await find();
      since = now.x === last.x && now.y === last.y ? since + 1 : 0;
      last = now;
      expect(since, 'looks at which it lay still').toBeGreaterThanOrEqual(3);
    }).toPass({ intervals: [50] });
    return last;
  }

  /** Card, frame and question show one unit, whenever the question is about one. */
  async expectOneUnit() {
    // Once the screen shows the question.
    await expect(async () => {
      const seen = await this.page.evaluate(() => {
        const by = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
        return {
          subject: by('ask')?.dataset['subject'] ?? null,
          card: by('card')?.dataset['unit'] ?? null,
          frame: document.querySelector('[data-unit][aria-pressed="true"]')?.getAttribute('data-unit') ?? null,
          aside: !!by('aside'),
        };
      });
      expect(seen.frame, 'card and frame').toBe(seen.card);
      if (seen.subject !== null && !seen.aside) expect(seen.card, 'card and question').toBe(seen.subject);
    }).toPass({ timeout: 30_000 });
  }
}
