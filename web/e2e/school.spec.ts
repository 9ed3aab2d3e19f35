// The school under every ruleset, the roster, and events on the map.
import { begin, playing } from './support/api';
import { expect, test } from './support/fixtures';
import { quiet } from './support/quiet';
import { Screen } from './support/screen';

test('every lesson opens under every ruleset with its task and a hint, and the first is solved', async ({ owner: page, program }) => {
  for (const ruleset of await playing(program)) {
    for (const lesson of [6, 5, 4, 3, 2, 1]) {
      await page.goto(`${program.base}/#/school`);
      await page.getByTestId('school-ruleset').selectOption(ruleset);
      await page.getByTestId(`lesson-${lesson}`).click();
      const screen = new Screen(page);
      await screen.stand();
      const panel = page.getByTestId('lesson');
      await expect(panel).toBeInViewport();
      await expect(panel).toHaveAttribute('data-reached', 'false');
      expect((await panel.locator('p').allInnerTexts()).filter(Boolean).length, `${ruleset}, lesson ${lesson}: task and hint`).toBeGreaterThan(1);
      if (lesson > 1) continue;
      for (let n = 0; n < 80 && (await panel.getAttribute('data-reached')) !== 'true'; n += 1) {
        const stand = await screen.stand();
        if (stand.what === 'over') break;
        await screen.takeAdvice();
        await quiet(page);
      }
      await expect(panel, `${ruleset}: the advice solves the first lesson`).toHaveAttribute('data-reached', 'true');
      await panel.getByRole('link').click();
      await page.getByTestId('school-ruleset').selectOption(ruleset);
      await expect(page.getByRole('listitem').filter({ has: page.getByTestId('lesson-1') })).toContainText('✓');
    }
  }
});

test('the roster leads to every unit', async ({ owner: page, program }) => {
  const { battle } = await begin(program, ['person', 'staff']);
  await page.goto(`${program.base}/#/battle/${battle}`);
  const screen = new Screen(page);
  await screen.stand();
  await page.getByTestId('tab-units').click();
  for (const [filter, side] of [
    ['mine', 'blue'],
    ['theirs', 'red'],
  ] as const) {
    await page.getByTestId(`roster-${filter}`).click();
    const ids = await screen.units(side).evaluateAll((all) => all.map((unit) => unit.getAttribute('data-unit')));
    const rows = await page
      .getByTestId(/^roster-unit-/)
      .evaluateAll((all) => all.map((row) => row.getAttribute('data-testid')?.replace('roster-unit-', '')));
    expect(rows.toSorted()).toEqual(ids.toSorted());
    for (const id of ids) {
      await page.getByTestId(`roster-unit-${id}`).click();
      await expect(screen.unit(Number(id))).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByTestId('card')).toHaveAttribute('data-unit', id ?? '');
    }
  }
});

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('what happens is shown where it happens, and told at the start of the next turn', async ({ owner: page, program }) => {
    // Every scene shown, however short, is recorded over several battles.
    const scenes = new Set<string>();
    await page.exposeFunction('scene', (kind: string) => scenes.add(kind));
    await page.addInitScript(() => {
      let last: string | undefined;
      new MutationObserver(() => {
        const kind = document.querySelector<SVGElement>('[data-testid="scene"]')?.dataset['kind'];
        if (kind && kind !== last) void (globalThis as unknown as { scene(kind: string): Promise<void> }).scene(kind);
        last = kind;
      }).observe(document, { childList: true, subtree: true, attributes: true });
    });
    let cards = 0;
    const seen = () => cards > 0 && scenes.has('fire');
    // The dice may end a battle on its first turn, before a card can appear: about one in eight.
    for (let battles = 0; battles < 8 && !seen(); battles += 1) {
      const { battle } = await begin(program, ['person', 'staff'], 'ecole-2-feu');
      await page.goto(`${program.base}/?${battle}#/battle/${battle}`);
      const screen = new Screen(page);
      for (let n = 0; n < 60 && !seen(); n += 1) {
        const stand = await screen.stand();
        if (stand.what === 'over') break;
        if ((await page.getByTestId('turn-card').count()) > 0) {
          cards += 1;
          const told = page.getByTestId('turn-card').getByRole('listitem');
          expect(await told.count()).toBeLessThanOrEqual(3);
          await told.first().getByRole('button').click();
          await expect(page.getByTestId('moment')).toBeVisible();
          await page.getByTestId('back-to-now').click();
          await page.getByTestId('turn-card-close').click();
          await expect(page.getByTestId('turn-card')).toHaveCount(0);
        }
        await screen.takeAdvice();
      }
    }
    expect([...scenes]).toContain('fire');
    expect(cards).toBeGreaterThan(0);
  });
});
