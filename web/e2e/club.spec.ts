// An evening at the club: dice thrown on the table and typed in, a resignation, its report.
import { expect, test } from './support/fixtures';
import { Screen } from './support/screen';

test('real dice are typed in; who gives up sees the end and the report', async ({ owner: page }) => {
  await page.getByRole('link', { name: /Premier feu/ }).click();
  await page.getByLabel(/De vrais dés/).check();
  await page.getByRole('group', { name: 'Avant-garde prussienne' }).getByLabel('Général').selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Commencer la bataille' }).click();
  const screen = new Screen(page);
  let typed = 0;
  let over = false;
  while (typed < 3 && !over) {
    const stand = await screen.stand();
    over = stand.what === 'over';
    if (stand.what === 'dice') {
      const seq = await screen.root.getAttribute('data-seq');
      await screen.typeDice();
      typed += 1;
      await expect(screen.root).not.toHaveAttribute('data-seq', seq ?? '');
    } else if (stand.what === 'ask') await screen.takeAdvice();
  }
  await expect(await screen.entry(screen.journal.locator('.dice svg'))).toBeVisible();
  if (!over) {
    await page.getByTestId('menu').click();
    await page.getByTestId('resign').click();
    await page.getByTestId('confirm').click();
    await expect(page.getByTestId('guide')).toHaveAttribute('data-over');
  }
  await screen.go.click();
  await expect(page.getByText('Les dés étaient réels : il n’y a pas de graine.')).toBeVisible();

  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Le récit, à imprimer' }).click();
  const report = await opened;
  await expect(report.getByRole('heading').first()).toBeVisible();
  await expect(report.locator('svg').first()).toBeVisible();
  await expect(report.locator('script')).toHaveCount(0);
});
