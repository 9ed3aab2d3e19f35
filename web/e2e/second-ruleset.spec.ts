// A battle of the second ruleset on the same screen: its questions open one inside the other.
import { expect, test } from './support/fixtures';
import { Screen } from './support/screen';

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
    const at = await screen.spot(unit);
    await page.mouse.click(at.x, at.y);
    await expect(screen.ask.locator('.picked')).toContainText(side === 'blue' ? '2e bataillon, 21e de ligne' : 'Bataillon de mousquetaires');

    // A touch on the ground is enough: the unit goes there, and it is said how far and at what cost.
    const metre = await screen.metre(1500);
    await page.mouse.click(at.x, at.y - 90 * metre);
    await screen.expectPlan();
    await expect(page.getByTestId('march-cost')).toContainText(/1,[0-9]\sUD, [1-9][0-9]?\s% du mouvement/);
    await screen.commit();
    await screen.stand();
    await expect(screen.journal).toContainText(/se déplace de 1,[0-9]\sUD/);

    await screen.playToTheEnd();
    await screen.hand.press(screen.go);
    await expect(page.getByRole('heading', { name: 'Les pertes' })).toBeVisible();
  });
}
