// Three turns of a large battle under every ruleset, with the mouse alone: units are dragged where they may march,
// everything else is answered by the main button, and at every question the screen shows a single unit.
import { Api, begin, RULESETS } from './support/api';
import { expect, test } from './support/fixtures';
import { quiet } from './support/quiet';
import { Screen } from './support/screen';
import { sit } from './support/seats';

const TURNS = 3;

/** Orders, as the rulesets name them, under which a unit may march. */
const MARCHES = ['manoeuvre', 'slow_ahead'];

interface Offer {
  shape: { march?: { movers: number[] }; pick?: { from: { then?: Offer[] }[] } };
}

/** Units that the open question lets march, directly or below a choice. */
const marchers = ({ shape }: Offer): number[] => [
  ...(shape.march?.movers.length === 1 ? shape.march.movers : []),
  ...(shape.pick?.from ?? []).flatMap(({ then }) => (then ?? []).flatMap(marchers)),
];

for (const ruleset of RULESETS) {
  test(`three turns of Maida with the mouse: ${ruleset}`, async ({ page, program }) => {
    test.setTimeout(1_200_000);
    const { battle, seats } = await begin(program, ['person', 'staff'], 'maida-1806', ruleset);
    await sit(page, program, battle, seats.blue.token);
    const screen = new Screen(page);
    const blue = new Api(program, seats.blue.token);
    let [asked, dragged, gone] = [0, 0, 0];
    for (; asked < 500; asked += 1) {
      const stand = await screen.stand();
      const { now } = await blue.table();
      if (stand.what === 'over' || now.turn > TURNS) break;
      await screen.expectOneUnit();
      const text = await page.locator('aside').innerText();
      for (const raw of [/\b[a-z]+_[a-z_]+\b/, /undefined|NaN|\[object|\{\s*\$/]) expect(text, `${ruleset}, question ${asked}`).not.toMatch(raw);
      // Every unit that can is ordered to march, all alike.
      for (const order of MARCHES) {
        const choice = screen.ask.getByTestId(`choice-${order}`);
        if ((await choice.count()) === 0) continue;
        await screen.hand.press(choice.first());
        const alike = page.getByTestId('same-for-all');
        if ((await alike.count()) > 0) await screen.hand.press(alike);
        await quiet(page);
      }
      // Far from the enemy whole groups march along a way: its point is dragged, and the others go as far.
      const along = screen.ask.getByTestId('choice-march');
      if ((await screen.ask.getAttribute('data-kind')) === 'operational' && (await along.count()) > 0) {
        await screen.hand.press(along);
        const half = await page.locator('[data-testid="plan"] .rail').evaluate((way: SVGPathElement) => {
          const [at, drawn] = [way.getPointAtLength(way.getTotalLength() / 4), way.getScreenCTM()];
          const there = drawn ? at.matrixTransform(drawn) : at;
          return { x: there.x, y: there.y };
        });
        await screen.drag(await screen.spot(Number(await screen.ask.getAttribute('data-subject'))), half);
        await quiet(page);
        dragged += 1;
        if ((await page.getByTestId('refused-now').count()) === 0) gone += 1;
        else await screen.hand.press(page.getByTestId('guide-reset'));
        await quiet(page);
      }
      // One unit goes forward, as far as a quick drag would take it: refused parts are taken back.
      const movers = ((now.asks[0]?.ask.fields ?? []) as unknown as Offer[]).flatMap(marchers);
      const [mover] = movers.slice(asked % Math.max(1, movers.length));
      if (mover !== undefined && (await screen.unit(mover).isVisible())) {
        const from = await screen.spot(mover);
        await screen.drag(from, { x: from.x - 30, y: from.y });
        await quiet(page);
        dragged += 1;
        await screen.expectOneUnit();
        if ((await page.getByTestId('refused-now').count()) > 0) {
          await screen.hand.press(page.getByTestId('guide-reset'));
          await quiet(page);
        } else if ((await page.getByTestId('ghost').count()) > 0) gone += 1;
      }
      await expect(screen.go).not.toHaveText(/Continuer|Valider|undefined|[a-z]_[a-z]/);
      await screen.commit();
    }
    expect((await blue.table()).now.turn, `${ruleset}: after ${asked} questions`).toBeGreaterThan(TURNS);
    expect(gone, `${ruleset}: somebody was dragged and marched`).toBeGreaterThan(0);
    console.log(`   ${ruleset}: ${asked} questions, ${dragged} drags, ${gone} of them marches`);
  });
}
