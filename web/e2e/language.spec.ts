// Both languages, switched at once, without asking the server for anything.
import { expect, test } from './support/fixtures';
import { quiet } from './support/quiet';
import { Screen } from './support/screen';

test('the language is switched at once, everywhere', async ({ owner: page }) => {
  await expect(page.getByRole('heading', { name: 'Choisir une bataille' })).toBeVisible();
  await expect(page.getByText('12 octobre 1806')).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a battle' })).toBeVisible();
  await expect(page.getByText('12 October 1806')).toBeVisible();
  await page.getByRole('link', { name: /First fire/ }).click();
  await page.locator('#lead-g1').selectOption({ index: 0 });
  await page.getByRole('button', { name: /begin|start/i }).click();

  const screen = new Screen(page);
  await screen.until('orders');
  await expect(screen.ask).toContainText(/orders/i);
  await quiet(page);
  const requests: string[] = [];
  // The preview of the open question comes by itself.
  page.on('request', (request) => request.url().endsWith('/preview') || requests.push(request.url()));
  await page.getByTestId('lang-fr').click();
  await expect(screen.ask).toContainText('Donner les ordres');
  await expect(page.getByTestId('turn')).toContainText('Tour 1');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(screen.unit(2)).toHaveAttribute('aria-label', /chasseurs à cheval/);
  await page.getByTestId('lang-en').click();
  await expect(page.getByTestId('turn')).toContainText('Turn 1');
  await expect(screen.unit(3)).toHaveAttribute('aria-label', /Fusilier battalion/);
  expect(requests).toEqual([]);
  // It is remembered.
  await page.reload();
  await expect(page.getByTestId('turn')).toContainText('Turn 1');
});
