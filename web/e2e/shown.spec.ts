// Chances, dice, lenses and points on the screen, on a desk, on a tablet and on a telephone.
import type { Page } from '@playwright/test';
import { Api, begin, pick, playing, usual, type Ask } from './support/api';
import { expect, test } from './support/fixtures';
import { quiet } from './support/quiet';
import { finger, mouse, Screen } from './support/screen';
import { sit, SIZES } from './support/seats';

interface Looked {
  prospects: { odds: { verdict: { told: { fr: string } } | null } | null }[];
}

/** Plays on, both sides by advice, until blue's next question has odds to show for the advised answer. */
async function toTheDice(blue: Api, red: Api): Promise<Ask> {
  for (let n = 0; n < 200; n += 1) {
    await red.answerAll();
    const { now } = await blue.table();
    expect(now.outcome, 'a battle has chances').toBeNull();
    const ask = now.asks[0]?.ask;
    if (!ask) continue;
    const { replies } = await blue.good<{ replies: unknown[] }>('POST', '/api/seat/suggest', { ask: ask.id });
    const looked = await blue.send('POST', '/api/seat/preview', { ask: ask.id, replies });
    if (looked.ok && ((await looked.json()) as Looked).prospects.some(({ odds }) => odds?.verdict)) return ask;
    await blue.good('POST', '/api/seat/answer', { ask: ask.id, replies });
  }
  throw new Error('nothing is ever thrown for');
}

/** Answers one question with its proposal, where there is one. */
async function answerOne(seat: Api) {
  if ((await seat.table()).now.asks.length > 0) await seat.answer();
}

/** Answers one question by advice. */
async function adviseOne(seat: Api) {
  const ask = (await seat.table()).now.asks[0]?.ask;
  if (!ask) return;
  const { replies } = await seat.good<{ replies: unknown[] }>('POST', '/api/seat/suggest', { ask: ask.id });
  await seat.good('POST', '/api/seat/answer', { ask: ask.id, replies });
}

/** Orders every brigade to charge, where orders are asked for and the rules allow it. */
async function orderCharge(seat: Api): Promise<boolean> {
  const ask = (await seat.table()).now.asks[0]?.ask;
  type Pick = { pick?: { from: { key: { does: string; refs?: unknown[] } }[] } };
  const offers = (field: unknown) =>
    (field as { shape: Pick }).shape.pick?.from.some(({ key }) => key.does === 'charge' && !key.refs?.length) ?? false;
  if (ask?.slot.kind !== 'orders' || !ask.fields.some(offers)) return false;
  const replies = ask.fields.map((field) => (offers(field) ? pick('charge') : field.default));
  return (await seat.send('POST', '/api/seat/answer', { ask: ask.id, replies })).ok;
}

/** The subjects that a first battle must explain, for every ruleset, and their words. */
const SUBJECTS = [
  { name: 'fire', asks: /fire/, speaks: /\b(feux?|tire[rz]?|tirs?)\b/i },
  { name: 'charge', asks: /charge|announce|answer|receive|reply|plan/, speaks: /charg|\bMAC\b/i },
];

const handOf = (page: Page, touch: boolean) => (touch ? finger(page) : mouse(page));

for (const { name, viewport, touch } of SIZES) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, hasTouch: touch, isMobile: touch });

    test('what is thrown for is told as a sentence and a bar, the sum one press away', async ({ page, program }) => {
      for (const ruleset of await playing(program)) {
        const { battle, seats } = await begin(program, ['person', 'person'], 'premier-feu', ruleset);
        await toTheDice(new Api(program, seats.blue.token), new Api(program, seats.red.token));
        await sit(page, program, battle, seats.blue.token);
        const screen = new Screen(page, handOf(page, touch));
        await screen.stand();
        await screen.openDecision();
        const advised = page.waitForResponse((response) => response.url().endsWith('/api/seat/preview'));
        await screen.hand.press(page.getByTestId('hint'));
        await advised;
        await quiet(page);
        // The unit of the test: the one that is open, or the next one with dice.
        const verdict = page.getByTestId('tests').getByTestId('verdict');
        for (let n = 0; n < 40 && (await verdict.count()) === 0; n += 1) await screen.hand.press(page.getByTestId('next-unit'));
        await expect(verdict, ruleset).toBeVisible();
        const told = verdict.locator('.told');
        await expect(told).toHaveText(/\d\s?%|\d+(,\d)? en moyenne|à coup sûr|certain/);
        await expect(told).not.toHaveText(/\b(oui|non)\s\d|[a-z]_[a-z]/);
        // The sum and every outcome are one press away, and hidden before.
        const detail = page.getByTestId('test-detail');
        await expect(detail.getByTestId('breakdown')).toBeHidden();
        await screen.hand.press(detail.locator('summary'));
        await expect(detail.getByTestId('breakdown')).toBeVisible();
      }
    });

    test('a die is told as it fell', async ({ page, program }) => {
      const { battle, seats } = await begin(program, ['person', 'person'], 'premier-feu', 'bataille-empire');
      const [blue, red] = [new Api(program, seats.blue.token), new Api(program, seats.red.token)];
      // "3 (la moitié de 6, dé et valeur ensemble…)": the die shown and the general's value make the six.
      const points = /^(.+), points de commandement\s?: (\d+) \(la moitié de (\d+)/;
      const one = /un dé, (\d+)/;
      const thrown = async () =>
        (await blue.table()).now.journal.filter(({ text, dice }) => dice.length === 1 && (points.test(text.fr) || one.test(text.fr)));
      for (let n = 0; n < 60 && (await thrown()).length < 4; n += 1) for (const side of [red, blue]) await answerOne(side);
      const entries = await thrown();
      const values = new Map<string, number>();
      for (const { text, dice } of entries) {
        const die = dice[0] ?? 0;
        const [, general = '', got, sum] = points.exec(text.fr) ?? [];
        if (!general) {
          expect(Number(one.exec(text.fr)?.[1]), text.fr).toBe(die);
          continue;
        }
        expect(Number(got), text.fr).toBe(Math.ceil(Number(sum) / 2));
        expect(Number(sum) - die, text.fr).toBe(values.get(general) ?? Number(sum) - die);
        values.set(general, Number(sum) - die);
      }
      expect(values.size, 'generals have thrown').toBeGreaterThan(0);
      // Whichever side has the initiative, blue is asked when its screen opens.
      for (let n = 0; n < 60 && (await blue.table()).now.asks.length === 0; n += 1) await answerOne(red);
      await sit(page, program, battle, seats.blue.token);
      const screen = new Screen(page, handOf(page, touch));
      await screen.stand();
      const tab = page.getByTestId('tab-journal');
      if (await tab.isVisible()) await screen.hand.press(tab);
      const last = entries.at(-1);
      const row = page.getByTestId(`entry-${last?.n}`);
      await expect(row).toContainText(last?.text.fr ?? '');
      await expect(row.getByRole('img', { name: String(last?.dice[0]) })).toHaveCount(1);
    });

    test('a lens names the other unit', async ({ page, program }) => {
      const { battle, seats } = await begin(program, ['person', 'person'], 'premier-feu', 'marie-louise');
      const [blue, red] = [new Api(program, seats.blue.token), new Api(program, seats.red.token)];
      type Units = Record<string, { card: { side: string }; name: { fr: string } }>;
      type Told = { figures: { text: { fr: string } }[] };
      const named = (units: Units, of: string) => Object.values(units).flatMap(({ card, name: { fr } }) => (card.side === of ? [fr] : []));
      // Until an enemy threatens a unit.
      let threatened: number | undefined;
      for (let n = 0; threatened === undefined; n += 1) {
        expect(n, 'somebody is threatened').toBeLessThan(60);
        for (const side of [red, blue]) await adviseOne(side);
        const { now } = await blue.table();
        for (const [id, { card }] of now.asks.length > 0 ? Object.entries(now.units) : []) {
          if (card.side !== 'blue') continue;
          const { figures } = await blue.good<Told>('POST', '/api/seat/lens', { unit: Number(id), lens: 'threats' });
          if (figures.some(({ text }) => /^peut/.test(text.fr))) threatened ??= Number(id);
        }
      }
      await sit(page, program, battle, seats.blue.token);
      const screen = new Screen(page, handOf(page, touch));
      await screen.stand();
      await screen.hand.press(page.getByTestId('tab-units'));
      await screen.hand.press(page.getByTestId(`roster-unit-${threatened}`));
      await expect(page.getByTestId(`unit-${threatened}`)).toHaveAttribute('aria-pressed', 'true');
      const look = async (lens: string) => {
        // On a telephone the lenses are on the map, which the sheet covers.
        await screen.layDown();
        await screen.hand.press(page.getByTestId(`lens-${lens}`));
        await screen.openDecision();
      };
      await look('threats');
      const told = page.getByTestId('lens-panel').getByRole('listitem').filter({ hasText: /^peut/ });
      await expect(told.first()).toBeVisible();
      const { units } = (await blue.table()).now;
      for (const line of await told.allInnerTexts()) {
        expect(
          named(units, 'red').some((enemy) => line.includes(enemy)),
          line,
        ).toBe(true);
        for (const own of named(units, 'blue')) expect(line).not.toContain(own);
      }
      await look('command');
      // The chosen unit is under their command: the other one is named.
      const generals = page.getByTestId('lens-panel').getByRole('listitem');
      await expect(generals.first()).toBeVisible();
      for (const line of await generals.allInnerTexts()) expect(line).not.toContain(units[threatened]?.name.fr ?? '');
    });

    test('advice, map and score agree on what a place is worth', async ({ page, program }) => {
      const { battle, seats } = await begin(program, ['person', 'person'], 'premier-feu', 'marie-louise');
      const [blue, red] = [new Api(program, seats.blue.token), new Api(program, seats.red.token)];
      const worth = /([^,.:;]+?), qui vaut (\d+) points/u;
      // Until the computer gives such a reason.
      for (let n = 0; ; n += 1) {
        expect(n, 'a place is spoken of').toBeLessThan(40);
        await red.answerAll('hold');
        const ask = (await blue.table()).now.asks[0]?.ask;
        if (!ask) continue;
        const advice = await blue.good<{ replies: unknown[]; reasons: { fr: string }[] }>('POST', '/api/seat/suggest', { ask: ask.id });
        if (advice.reasons.some(({ fr }) => worth.test(fr))) break;
        await blue.good('POST', '/api/seat/answer', { ask: ask.id, replies: advice.replies });
      }
      await sit(page, program, battle, seats.blue.token);
      const screen = new Screen(page, handOf(page, touch));
      await screen.stand();
      await screen.openDecision();
      await screen.hand.press(page.getByTestId('hint'));
      const reason = page.getByTestId('hint-reasons').getByRole('listitem').filter({ hasText: worth }).first();
      await expect(reason).toBeVisible();
      const points = worth.exec(await reason.innerText())?.[2];
      await screen.hand.press(page.getByTestId('score').locator('summary'));
      const goals = await page.getByTestId('score').getByRole('listitem').allInnerTexts();
      const text = (await reason.innerText()).toLowerCase();
      const goal = goals.find((one) => text.includes((one.split(' · ')[0] ?? '').toLowerCase().replace(/^(l[ea]s? |l’)/u, '')));
      expect(goal, `${text} among ${goals.join(' | ')}`).toContain(`${points} points`);
    });

    test('the first lessons stay in sight, whichever unit is chosen, and add to the question', async ({ page, program }) => {
      let explained = 0;
      for (const ruleset of await playing(program)) {
        const { battle, seats } = await begin(program, ['person', 'person'], 'premier-feu', ruleset);
        await sit(page, program, battle, seats.blue.token);
        const screen = new Screen(page, handOf(page, touch));
        await screen.stand();
        const coach = page.getByRole('region', { name: /^Premi(er tour|ère période), pas à pas$/u });
        await expect(coach).toBeInViewport({ ratio: 0.9 });
        const said = await page.getByTestId('guide').innerText();
        const lesson = (await coach.innerText()).split('La règle.')[1]?.trim();
        if (lesson) expect(said, ruleset).not.toContain(lesson);
        // Words of the ruleset show their meaning on hover or touch.
        const term = coach.locator('.term').first();
        if ((await term.count()) > 0) {
          explained += 1;
          await expect(term).toHaveAttribute('title', /\p{L}{4}/u);
          await screen.hand.press(term);
          await expect(coach.locator('.meaning').first()).toBeVisible();
        }
        const at = await screen.spot(1);
        await screen.hand.pressAt(at.x, at.y);
        await expect(page.getByTestId('unit-1')).toHaveAttribute('aria-pressed', 'true');
        await expect(coach).toBeInViewport({ ratio: 0.9 });
      }
      expect(explained, 'no lesson has a term that explains itself').toBeGreaterThan(0);
    });

    test('the first lessons last until fire and a charge were explained, in sight', async ({ page, program }) => {
      for (const ruleset of await playing(program)) {
        const taught = new Set<string>();
        // One battle is led towards a charge, one waits in place, one is led by advice.
        for (const lead of [async (blue: Api) => (await orderCharge(blue)) || adviseOne(blue), answerOne, adviseOne]) {
          const { battle, seats } = await begin(program, ['person', 'person'], 'premier-feu', ruleset);
          const [blue, red] = [new Api(program, seats.blue.token), new Api(program, seats.red.token)];
          for (let n = 0; n < 200 && taught.size < SUBJECTS.length; n += 1) {
            await adviseOne(red);
            const { now } = await blue.table();
            if (now.outcome) break;
            const [asked] = now.asks as unknown as { ask: Ask; coach: { fr: string } | null }[];
            const subject = SUBJECTS.find(
              ({ name, asks, speaks }) => !taught.has(name) && asks.test(asked?.ask.slot.kind ?? '') && speaks.test(asked?.coach?.fr ?? ''),
            );
            if (subject) {
              await sit(page, program, battle, seats.blue.token);
              await new Screen(page, handOf(page, touch)).stand();
              const coach = page.getByRole('region', { name: /^Premi(er tour|ère période), pas à pas$/u });
              await expect(coach, `${ruleset}, turn ${now.turn}`).toBeInViewport({ ratio: 0.9 });
              await expect(coach, ruleset).toContainText(subject.speaks);
              taught.add(subject.name);
            }
            await lead(blue);
          }
        }
        expect([...taught].toSorted(), ruleset).toEqual(SUBJECTS.map(({ name }) => name).toSorted());
      }
    });

    test('an example has a title and a story in French, and is guessed before it is shown', async ({ owner: page, program }) => {
      const house = new Api(program, program.house);
      for (const ruleset of await playing(program)) {
        type Case = { id: string; title: { fr: string; en: string }; tests: string[] };
        const cases = await house.good<Case[]>('GET', `/api/assistant/${ruleset}/cases`);
        for (const { id, title } of cases) {
          expect(title.fr.length, id).toBeGreaterThan(3);
          // Some words are the same in both languages; sentences are not.
          if (title.fr.includes(' ')) expect(title.fr, `${id} has one title for both languages`).not.toBe(title.en);
        }
        await page.goto(`${program.base}/#/assistant/${ruleset}/examples`);
        const list = page.getByTestId('cases').getByRole('link');
        await expect(list).toHaveCount(cases.length);
        expect((await list.allInnerTexts()).join('\n')).not.toMatch(/\b[a-z0-9]+-[a-z]-[a-z0-9-]+-\d\d\b/);
        // Some have only a story; this one is computed.
        const one = cases.find(({ tests }) => tests.length > 0);
        await handOf(page, touch).press(page.getByTestId('cases').locator(`a[href$="/${one?.id}"]`));
        await expect(page.getByTestId('story')).not.toBeEmpty();
        await expect(page.getByTestId('case-step')).toBeVisible();
        await expect(page.getByTestId('case-result')).toHaveCount(0);
        const guess = page.getByTestId(/^guess-\d+$|^show$/).first();
        await handOf(page, touch).press(guess);
        await expect(page.getByTestId('case-result')).toBeVisible();
        expect(await page.locator('main').innerText()).not.toContain(one?.id ?? 'no id');
      }
    });

    test('the odds of one fight are one number on the page of the test and step by step, or say how far each goes', async ({
      owner: page,
      program,
    }) => {
      await page.goto(`${program.base}/#/assistant/${await usual(program)}/tests/charge`);
      const odds = page.getByTestId('odds-list').first();
      await expect(odds).toBeVisible();
      await expect(page.getByTestId('odds-scope').first()).toBeVisible();
      const told = async () => ({
        verdict: (await odds.getByTestId('verdict').first().innerText()).split('\n')[0],
        scope: await page.getByTestId('odds-scope').first().innerText(),
      });
      const before = await told();
      await handOf(page, touch).press(page.getByTestId('follow'));
      await expect(page.getByTestId('next')).toBeVisible();
      await expect(page.getByTestId('odds-scope').first()).toBeVisible();
      const after = await told();
      expect(after.scope !== before.scope || after.verdict === before.verdict, JSON.stringify([before, after])).toBe(true);
    });
  });
}

test('the log tells of a test how likely its end was, as a sentence and a bar', async ({ page, program }) => {
  for (const ruleset of await playing(program)) {
    const { battle, seats } = await begin(program, ['person', 'person'], 'premier-feu', ruleset);
    const [blue, red] = [new Api(program, seats.blue.token), new Api(program, seats.red.token)];
    // The last test of the log with odds.
    const thrown = async (): Promise<number | null> => {
      for (const { n } of (await blue.table()).now.journal.filter(({ dice }) => dice.length > 0).toReversed()) {
        const answer = await blue.send('GET', `/api/seat/chances/${n}`);
        const told = answer.ok ? ((await answer.json()) as { parts: unknown[] } | null) : null;
        if (told && told.parts.length > 1) return n;
      }
      return null;
    };
    let found: number | null = null;
    for (let n = 0; n < 80 && found === null; n += 1) {
      for (const side of [red, blue]) await adviseOne(side);
      found = await thrown();
      expect((await blue.table()).now.outcome, `${ruleset}: a test before the end`).toBeNull();
    }
    for (let n = 0; n < 60 && (await blue.table()).now.asks.length === 0; n += 1) await adviseOne(red);
    await sit(page, program, battle, seats.blue.token);
    await new Screen(page).stand();
    await page.getByTestId(`entry-${found}`).locator('button.entry').click();
    const verdict = page.getByTestId('moment-entry').getByTestId('past-verdict').getByTestId('verdict');
    await expect(verdict.locator('.told'), ruleset).toHaveText(/\d\s?%|\d+(,\d)? en moyenne|à coup sûr|certain/);
    await expect(verdict.locator('.told')).not.toHaveText(/\b(oui|non)\s\d|[a-z]_[a-z]/);
    expect(await verdict.locator('.bar i').count(), ruleset).toBeGreaterThan(1);
  }
});
