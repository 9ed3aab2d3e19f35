// A battle of the second ruleset on the same screen: its questions open one inside the other.
import { expect, test } from './support/fixtures';
import { Screen } from './support/screen';

/** A distance in the notation of the screen, in tenths of a unit of distance. */
const tenths = (said: string | undefined): number => Math.round(Number((said ?? '').replace(',', '.')) * 10);

for (const side of ['blue', 'red'] as const) {
  test(`the second ruleset is played to its end by ${side}`, async ({ owner: page }) => {
    const [ours, theirs] = side === 'blue' ? ['française', 'prussienne'] : ['prussienne', 'française'];
    await page.getByRole('link', { name: /Premier feu/ }).click();
    await page.getByLabel('Règle', { exact: true }).selectOption({ index: 1 });
    await expect(page.getByText(/autant de points qu’elle avait d’unités/)).toBeVisible();
    await page
      .getByRole('group', { name: `Avant-garde ${ours}` })
      .getByText('Moi', { exact: true })
      .click();
    const enemy = page.getByRole('group', { name: `Avant-garde ${theirs}` });
    await enemy.getByText('L’ordinateur', { exact: true }).click();
    await enemy.getByLabel('Général').selectOption({ index: 0 });
    await page.getByRole('button', { name: 'Commencer la bataille' }).click();
    const screen = new Screen(page);
    await expect(screen.ask).toHaveAttribute('data-kind', 'deploy');

    // The march of a division: one unit after the other, each with a choice that opens its march.
    await screen.until('act');
    await expect(screen.root).toHaveAttribute('data-side', side);
    const unit = side === 'blue' ? 1 : 4;
    const name = side === 'blue' ? '2e bataillon, 21e de ligne' : 'Bataillon de mousquetaires';
    const at = await screen.spot(unit);
    await page.mouse.click(at.x, at.y);
    await expect(screen.ask.locator('.picked')).toContainText(name);

    // A touch on the ground is enough: the unit goes there, and its distance and cost are shown.
    const metre = await screen.metre(1500);
    await page.mouse.click(at.x, at.y - 90 * metre);
    await screen.expectPlan();
    const cost = page.getByTestId('march-cost');
    await expect(cost).toContainText(/1,[0-9]\sUD, [1-9][0-9]?\s% du mouvement/);
    const planned = tenths((await cost.innerText()).match(/(1,[0-9])\sUD/)?.[1]);
    await screen.commit();
    await screen.stand();
    // An enemy in reach may act in the middle of it: the way is then told in two parts, or ends where the enemy stopped
    // it.
    const told = new RegExp(`${name} se déplace de ([0-9]+(?:,[0-9]+)?)\\sUD`, 'g');
    await expect(screen.journal).toContainText(told);
    const parts = [...(await screen.journal.innerText()).matchAll(told)].map(([, distance]) => tenths(distance));
    const gone = parts.reduce((sum, part) => sum + part, 0);
    if (parts.length === 1 && !/réaction|marqueur d’action/.test(await screen.journal.innerText())) expect(gone).toBe(planned);
    else expect(gone).toBeLessThanOrEqual(planned + parts.length);

    await screen.playToTheEnd();
    await screen.hand.press(screen.go);
    await expect(page.getByRole('heading', { name: 'Les pertes' })).toBeVisible();
  });
}
