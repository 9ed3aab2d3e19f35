// The plans of the computer's generals on the map of a replay: by a switch, or with "Why?"; on a desk, on a tablet and
// on a telephone, and to nobody before the end.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Api } from './support/api';
import { expect, test } from './support/fixtures';
import type { Program } from './support/program';

const PICTURES = process.env['GROGNARD_PICTURES'];
/** Rulesets under which captains march from the first turn on; under those named here they let the enemy come. */
const PATIENT = ['trois-couleurs', 'aigles'];
const ALL = readFileSync(resolve(import.meta.dirname, '../../data/armies/rulesets.txt'), 'utf8').split('\n');
const RULESETS = ALL.filter((id) => id !== '' && !PATIENT.includes(id));
const SIZES = [
  { name: 'desk', width: 1440, height: 900 },
  { name: 'tablet', width: 1024, height: 768 },
  { name: 'telephone', width: 390, height: 844 },
];

/** A person against a captain, up to the captain's first orders. */
async function fought(program: Program, ruleset: string) {
  const house = new Api(program, program.house);
  const opened = await house.good<{ battle: string; seats: { side: string; token: string }[] }>('POST', '/api/battles', {
    scenario: 'premier-feu',
    ruleset,
    leaders: ['person', { staff: 'captain' }],
  });
  const blue = new Api(program, opened.seats.find((seat) => seat.side === 'blue')?.token ?? '');
  await expect
    .poll(
      async () => {
        await blue.answerAll('hold');
        return (await blue.table()).now.turn;
      },
      { timeout: 240_000 },
    )
    .toBeGreaterThan(2);
  return { battle: opened.battle, blue };
}

for (const [n, { name, ...viewport }] of SIZES.entries()) {
  const ruleset = RULESETS[n % RULESETS.length] ?? '';
  test.describe(name, () => {
    test.use({ viewport, hasTouch: viewport.width < 1200, isMobile: viewport.width < 1200 });

    test('a plan is drawn once the battle is over', async ({ owner: page, program }) => {
      const { battle, blue } = await fought(program, ruleset);
      await page.goto(`${program.base}/#/replay/${battle}`);
      await expect(page.getByRole('slider')).toBeVisible();
      await expect(page.getByTestId('plans')).toHaveCount(0);
      await blue.good('POST', '/api/seat/resign');
      await page.reload();
      const [plans, aims] = [page.getByTestId('plans'), page.getByTestId('aim')];
      await expect(plans).toHaveAttribute('aria-pressed', 'false');
      await expect(aims).toHaveCount(0);
      await plans.click();
      await page.getByRole('slider').press('End');
      await expect(plans).toHaveAttribute('aria-pressed', 'true');
      // Somewhere in its last turns the captain planned a move.
      await expect
        .poll(async () => {
          if ((await aims.count()) === 0) await page.keyboard.press('Shift+ArrowLeft');
          return aims.count();
        })
        .toBeGreaterThan(0);
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/plans-${name}-${ruleset}.png` });
      await plans.click();
      await expect(aims).toHaveCount(0);
    });
  });
}
