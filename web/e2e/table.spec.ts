// Former stumbling blocks of new players, on a desk, on a tablet and on a telephone: dragging, turning, refusals,
// sealed answers and advice.
import type { Page } from '@playwright/test';
import { Api, begin, playing } from './support/api';
import { expect, test } from './support/fixtures';
import type { Program } from './support/program';
import { quiet } from './support/quiet';
import { finger, mouse, Screen, type Spot } from './support/screen';
import { sit, SIZES } from './support/seats';

interface March {
  movers: number[];
}
interface Offered {
  default: unknown;
  shape: { march?: March; pick?: { from: { key: { does: string; refs?: { unit?: number }[] }; then?: Offered[] }[] } };
}

/** Units that the open question lets march, each by itself. */
async function marchers(seat: Api): Promise<number[]> {
  const fields = ((await seat.table()).now.asks[0]?.ask.fields ?? []) as unknown as Offered[];
  const of = (field: Offered): number[] => [
    ...(field.shape.march?.movers.length === 1 ? field.shape.march.movers : []),
    ...(field.shape.pick?.from ?? []).flatMap((choice) => (choice.then ?? []).flatMap(of)),
  ];
  return [...new Set(fields.flatMap(of))];
}

/** Opens blue's seat of a battle against red, which is played without a screen. */
async function open(page: Page, program: Program, touch: boolean, ruleset?: string) {
  const { battle, seats } = await begin(program, ['person', 'person'], 'premier-feu', ruleset);
  await sit(page, program, battle, seats.blue.token);
  const screen = new Screen(page, touch ? finger(page) : mouse(page));
  return { screen, blue: new Api(program, seats.blue.token), red: new Api(program, seats.red.token) };
}

/** Orders, as the rulesets name them, under which a unit may march. */
const MARCHES = ['manoeuvre', 'slow_ahead'];

/** Blue's orders: every unit that can is ordered to march; then both go on until blue may draw marches. */
async function toTheMarch(blue: Api, red: Api): Promise<number[]> {
  for (let n = 0; n < 60; n += 1) {
    await red.answerAll('hold');
    const free = await marchers(blue);
    if (free.length > 1) return free;
    const open = (await blue.table()).now.asks[0]?.ask;
    if (!open) continue;
    const order = (field: unknown) => (field as Offered).shape.pick?.from.find(({ key }) => MARCHES.includes(key.does) && !key.refs?.length);
    await blue.answer((kind, replies, ask) =>
      replies.map((reply, i) => {
        const march = kind === 'deploy' ? undefined : order(ask.fields[i]);
        return march ? { picked: [[{ does: march.key.does }, (march.then ?? []).map((field) => field.default)]] } : reply;
      }),
    );
  }
  throw new Error('nobody may march');
}

for (const { name, viewport, touch } of SIZES) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, hasTouch: touch, isMobile: touch });

    test('a unit is dragged, turned by its knob, and goes there turned', async ({ page, program }) => {
      for (const ruleset of await playing(program)) {
        const { screen, blue, red } = await open(page, program, touch, ruleset);
        const free = await toTheMarch(blue, red);
        await screen.stand();
        const first = await screen.ask.getAttribute('data-subject');
        const others = await screen.units('red').first().boundingBox();
        const metre = await screen.metre(1500);
        // Another unit than the one in question, as far and with as much of a turn as the rules allow: an enemy may
        // stand too near, a friend in the way. The knob goes to one side or the other, by much or by little.
        const inOrder = [...free].sort((a, b) => Number(String(a) === first) - Number(String(b) === first));
        // A shorter way would count as a tap where the map is small.
        const ways = [60, 45, 30].filter((far) => far * metre > 10);
        const tries = inOrder.flatMap((id) => ways.map((far) => ({ id, far })));
        let turned = -1;
        for (const { id, far } of tries) {
          const from = await screen.spot(id);
          await screen.drag(from, { x: from.x, y: from.y - far * metre });
          await expect(screen.ask).toHaveAttribute('data-subject', String(id));
          await quiet(page);
          await expect(page.locator('[data-testid="ghost"], [data-testid="ghost-refused"]')).toBeVisible();
          if ((await page.getByTestId('ghost').count()) > 0) {
            // The map has not slid away, the plan is that of the dragged unit, and everything shown belongs to it.
            expect(await screen.units('red').first().boundingBox()).toEqual(others);
            await screen.expectPlan(await screen.priced());
            await screen.expectOneUnit();
            await expect(page.getByTestId('turn-handle')).toHaveCount(1);
            for (const by of [Math.PI / 5, -Math.PI / 5, Math.PI / 10, -Math.PI / 20]) {
              if (!(await turnedBy(screen, by))) continue;
              turned = id;
              break;
            }
            if (turned >= 0) break;
          }
          await screen.hand.press(page.getByTestId('guide-reset'));
          await quiet(page);
        }
        expect(turned, `${ruleset}: somebody may march and turn`).toBeGreaterThanOrEqual(0);
        await screen.expectPlan(await screen.priced());
        const before = await facing(blue, turned);
        await screen.commit();
        // Some rulesets move only after other questions.
        await expect
          .poll(async () => {
            await red.answerAll('hold');
            const by = Math.abs((await facing(blue, turned)) - before);
            if (by <= 100) await blue.answerAll('hold');
            return by;
          })
          .toBeGreaterThan(100);
      }
    });

    test('where measuring is forbidden, a drag beyond the limit goes as far as the unit may and is not refused', async ({ page, program }) => {
      const { screen, blue, red } = await open(page, program, touch, 'aigles');
      await toTheMarch(blue, red);
      await screen.stand();
      await expect(page.getByTestId('no-measure')).toBeVisible();
      const id = Number(await screen.ask.getAttribute('data-subject'));
      const [from, metre] = [await screen.spot(id), await screen.metre(1500)];
      await screen.drag(from, { x: from.x, y: from.y - 420 * metre });
      await quiet(page);
      await expect(page.getByTestId('ghost')).toBeVisible();
      await expect(screen.ask).toHaveAttribute('data-subject', String(id));
      await expect(page.getByTestId('refused-now')).toHaveCount(0);
      const ghost = await middle(page.getByTestId('ghost'));
      expect(from.y - ghost.y, 'it does not stand where the hand let go').toBeLessThan(200 * metre);
      expect(from.y - ghost.y, 'it goes').toBeGreaterThan(5 * metre);
      await screen.expectOneUnit();
      expect(await screen.go.innerText()).toMatch(/marcher/i);
      // The plan drawn is the plan sent.
      const sent = page.waitForRequest((request) => request.url().endsWith('/api/seat/answer'));
      await screen.commit();
      expect((await sent).postData()).toMatch(new RegExp(`"movers":\\[${id}\\],"legs":\\[\\{`));
    });

    test('where measuring is forbidden, a drag straight behind turns the unit about, or it is said whose order is against it', async ({
      page,
      program,
    }) => {
      const { screen, blue, red } = await open(page, program, touch, 'aigles');
      await toTheMarch(blue, red);
      await screen.stand();
      const [id, metre] = [Number(await screen.ask.getAttribute('data-subject')), await screen.metre(1500)];
      const from = await screen.spot(id);
      await screen.drag(from, { x: from.x + 4 * metre, y: from.y + 100 * metre });
      await quiet(page);
      const refused = page.getByTestId('refused-now');
      if ((await refused.count()) > 0) {
        await expect(refused).toContainText(/contraire à son ordre.*aide de camp/s);
        return;
      }
      await expect(page.getByTestId('ghost')).toBeVisible();
      expect((await middle(page.getByTestId('ghost'))).y, 'it goes back').toBeGreaterThan(from.y);
      await expect(screen.go).toHaveText(/marcher/i);
    });

    test('where measuring is forbidden, a drag to the side or behind is cut too: who has time for nothing else turns', async ({ page, program }) => {
      const { screen, blue, red } = await open(page, program, touch, 'aigles');
      const free = await toTheMarch(blue, red);
      await screen.stand();
      const metre = await screen.metre(1500);
      let gone = 0;
      for (const id of free) {
        for (const [x, y] of [
          [380, 0],
          [0, 280],
        ] as const) {
          const from = await screen.spot(id);
          const across = from.x + x * metre < (page.viewportSize()?.width ?? 0) - 8 ? x : -x;
          await screen.drag(from, { x: from.x + across * metre, y: from.y + y * metre });
          await quiet(page);
          // Another unit's distance does not matter here; the unit's own distance is no reason to refuse.
          const refused = (await page.getByTestId('refused-now').allInnerTexts()).join(' ');
          expect(refused, `unit ${id} to ${x}, ${y}`).not.toMatch(/LA-MVT-08|trop loin/);
          if (refused === '') gone += 1;
          const reset = page.getByTestId('guide-reset');
          if (await reset.isVisible()) await screen.hand.press(reset);
          await quiet(page);
        }
      }
      expect(gone, 'somebody goes or turns').toBeGreaterThan(2);
    });

    test('a point on a way is dragged along it, and the main button says how far', async ({ page, program }) => {
      const { battle, seats } = await begin(program, ['person', 'person'], 'maida-1806', 'trois-couleurs');
      await sit(page, program, battle, seats.blue.token);
      const screen = new Screen(page, touch ? finger(page) : mouse(page));
      await screen.stand();
      await expect(screen.ask).toHaveAttribute('data-kind', 'operational');
      await screen.openDecision();
      await screen.hand.press(screen.ask.getByTestId('choice-march'));
      await expect(screen.go).toHaveText(/marcher \(0\sUD\)/i);
      await screen.layDown();
      const subject = Number(await screen.ask.getAttribute('data-subject'));
      // The map has the orientation of the window: the way is where it is drawn.
      const half = await screen.still(() =>
        page.locator('[data-testid="plan"] .rail').evaluate((way: SVGPathElement) => {
          const [at, drawn] = [way.getPointAtLength(way.getTotalLength() / 2), way.getScreenCTM()];
          const there = drawn ? at.matrixTransform(drawn) : at;
          return { x: there.x, y: there.y };
        }),
      );
      await screen.drag(await screen.spot(subject), half);
      await expect(screen.go).toHaveText(/marcher \([1-9][\d,]*\sUD\)/i);
      // The others go as far, each on its own way; the effect of the answer comes into the panel before it is touched.
      await quiet(page);
      await screen.openDecision();
      await screen.hand.press(page.getByTestId('same-for-all'));
      await expect(screen.go).not.toHaveText(/rester|\(0\sUD\)/i);
    });

    test('a refusal stands under its own unit, says what makes the limit, and the main button does not hide it', async ({ page, program }) => {
      const { screen, blue, red } = await open(page, program, touch);
      const [far = 0, near = 0] = await toTheMarch(blue, red);
      await screen.stand();
      const metre = await screen.metre(1500);
      const [a, b] = [await screen.spot(far), await screen.spot(near)];
      await screen.drag(a, { x: a.x, y: a.y - 520 * metre });
      const refused = page.getByTestId('refused-now');
      await expect(refused).toContainText(await named(page, far));
      const text = await refused.innerText();
      const [measured = 0, limit = 0] = [...text.matchAll(/([\d,]+)\spas/g)].map(([, figure = '']) => Number(figure.replace(',', '.')));
      expect(measured, text).toBeGreaterThan(limit);
      expect(limit, text).toBeGreaterThan(0);
      expect(text, 'the ground that makes the limit').toMatch(/terrain|végétation/);
      await expect(refused.getByRole('button')).toHaveText(/\w+-/);

      // Another unit's plan is separate: its way and cost are shown, no refusal is shown under it, and the refused
      // ghost stays.
      await screen.drag(b, { x: b.x, y: b.y - 60 * metre });
      await screen.expectPlan();
      await expect(page.getByTestId('refusal')).toHaveCount(0);
      await expect(page.getByTestId(`ghost-wrong-${far}`)).toBeVisible();
      await screen.expectOneUnit();

      // The main button leads to the refused part instead of sending it.
      await expect(async () => {
        await screen.hand.press(screen.go);
        await expect(screen.ask).toHaveAttribute('data-subject', String(far), { timeout: 5_000 });
      }).toPass();
      await screen.expectOneUnit();
    });

    test('a place outside the zone is refused where the eye is', async ({ page, program }) => {
      const { screen } = await open(page, program, touch);
      await screen.stand();
      const subject = Number(await screen.ask.getAttribute('data-subject'));
      const from = await screen.spot(subject);
      const metre = await screen.metre(1500);
      await screen.drag(from, { x: from.x, y: from.y - 500 * metre });
      await expect(page.getByTestId('refused-now')).toContainText(await named(page, subject));
      await expect(page.getByTestId('refused-now').getByRole('button')).toBeVisible();
      await expect(page.getByTestId('plan').locator('.pill.refuse')).toBeVisible();
      await expect(screen.go).not.toHaveClass(/pri/);
    });

    test('what was sealed is shown to its owner and comes back whole', async ({ page, program }) => {
      const { screen, blue } = await open(page, program, touch);
      await screen.stand();
      const subject = Number(await screen.ask.getAttribute('data-subject'));
      const from = await screen.spot(subject);
      const metre = await screen.metre(1500);
      await screen.drag(from, { x: from.x + 40 * metre, y: from.y });
      await expect.poll(async () => (await screen.spot(subject)).x - from.x).toBeGreaterThan(25 * metre);
      await expect(page.getByTestId('refused-now')).toHaveCount(0);
      await screen.commit();
      await expect(page.getByTestId('sealed')).toBeVisible();
      expect((await screen.spot(subject)).x - from.x, 'it stands where it was placed').toBeGreaterThan(25 * metre);
      const [sealed] = (await blue.table()).now.sealed;
      await screen.hand.press(page.getByTestId('withdraw'));
      await expect(screen.ask).toBeAttached();
      await expect.poll(async () => (await screen.spot(subject)).x - from.x).toBeGreaterThan(25 * metre);
      screen.again();
      await screen.commit();
      await expect.poll(async () => (await blue.table()).now.sealed[0]?.replies).toEqual(sealed?.replies);
    });

    test('advice can be taken back, and orders keep their mark', async ({ page, program }) => {
      const { screen, red } = await open(page, program, touch);
      await screen.stand();
      await screen.commit();
      await red.answerAll('hold');
      for (let n = 0; n < 12; n += 1) {
        await screen.stand();
        if ((await screen.ask.getByRole('radio').count()) > 1 && (await page.getByTestId('field-next').count()) > 0) break;
        await screen.commit();
        await red.answerAll('hold');
      }
      // A mark stays on its order whichever unit is shown.
      await screen.openDecision();
      const last = screen.ask.getByRole('radio').last();
      await screen.hand.press(last);
      await expect(last).toBeChecked();
      const marked = await last.getAttribute('data-testid');
      await screen.hand.press(page.getByTestId('field-next'));
      await expect(screen.ask.getByRole('radio', { checked: true })).toHaveCount(1);
      await screen.hand.press(page.getByTestId('field-previous'));
      await expect(screen.ask.getByTestId(marked ?? '')).toBeChecked();

      // Advice replaces the plan; one press brings the plan back.
      const words = await screen.go.innerText();
      const advised = page.waitForResponse((response) => response.url().endsWith('/api/seat/suggest'));
      await screen.hand.press(page.getByTestId('hint'));
      await advised;
      await screen.hand.press(page.getByTestId('without-advice'));
      await expect(screen.go).toHaveText(words);
      await expect(screen.ask.getByTestId(marked ?? '')).toBeChecked();
    });

    test('to stay though told to march is named with what it brings, before it is done', async ({ page, program }) => {
      const { screen, blue, red } = await open(page, program, touch, 'marie-louise');
      await toTheMarch(blue, red);
      await screen.stand();
      await quiet(page);
      await expect(screen.go).toHaveText(/rester.*hésit.*ML.3\.2f/is);
      await screen.commit();
      await red.answerAll('hold');
      await expect.poll(async () => (await blue.table()).now.journal.some(({ text }) => /hésit/.test(text.fr))).toBe(true);
    });

    test('the main button says what it does', async ({ page, program }) => {
      for (const ruleset of await playing(program)) {
        const { screen, blue, red } = await open(page, program, touch, ruleset);
        for (let n = 0; n < 14; n += 1) {
          await red.answerAll('hold');
          const stand = await screen.stand();
          if (stand.what !== 'ask') break;
          await screen.expectOneUnit();
          const { asks } = (await blue.table()).now;
          const [view] = asks;
          const said = await screen.go.innerText();
          expect(said).not.toMatch(/Continuer|Valider|undefined|[a-z]_[a-z]/);
          // One field that is a choice: the button shows the words of the choice to be sent.
          const [field] = view?.ask.fields ?? [];
          if (view && field && view.ask.fields.length === 1 && 'pick' in field.shape) {
            const picked = (field.default as { picked: [{ does: string; refs?: unknown[] }, unknown][] }).picked[0]?.[0];
            const from = (field.shape['pick'] as { from: { key: unknown }[] }).from;
            const at = from.findIndex((choice) => JSON.stringify(choice.key) === JSON.stringify(picked));
            const title = (view as unknown as { fields: { choices: { title: { fr: string } }[] }[] }).fields[0]?.choices[at]?.title.fr;
            if (title) expect(plain(said)).toContain(plain(title));
          }
          await screen.commit();
        }
      }
    });
  });
}

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/gu, ' ');

async function middle(what: ReturnType<Page['locator']>): Promise<Spot> {
  const box = await what.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags the knob of the ghost round: it stays under the pointer, and the plan includes the turn. Returns whether
 * the rules allow it. */
async function turnedBy(screen: Screen, angle: number): Promise<boolean> {
  const { page } = screen;
  const at = await middle(page.getByTestId('turn-handle').locator('.knob'));
  const ghost = await middle(page.locator('[data-testid="ghost"], [data-testid="ghost-refused"]'));
  const radius = Math.hypot(at.x - ghost.x, at.y - ghost.y);
  const to = Math.atan2(at.y - ghost.y, at.x - ghost.x) + angle;
  const routed = page.waitForResponse((response) => response.url().endsWith('/api/seat/route'));
  await screen.drag(at, { x: ghost.x + radius * Math.cos(to), y: ghost.y + radius * Math.sin(to) });
  const { replies } = (await (await routed).json()) as { replies: unknown[] };
  expect(JSON.stringify(replies)).toMatch(/"(wheel|turn)":-?\d/);
  await expect(page.getByTestId('turn-handle')).toBeVisible();
  await quiet(page);
  return (await page.getByTestId('refused-now').count()) === 0;
}

async function facing(seat: Api, unit: number): Promise<number> {
  const { now } = await seat.table();
  const card = now.units[unit]?.card as unknown as { pieces: { pose: { facing: number } }[] };
  return card.pieces[0]?.pose.facing ?? 0;
}

async function named(page: Page, unit: number): Promise<string> {
  return ((await page.getByTestId(`unit-${unit}`).getAttribute('aria-label')) ?? '').split(', ').slice(0, 1).join('');
}
