// Both languages, switched at once, without a request to the server except for the picture of the ground, which
// contains names.
import { Api, begin } from './support/api';
import { expect, test } from './support/fixtures';
import { quiet } from './support/quiet';
import { Screen } from './support/screen';
import { sit } from './support/seats';

test('the language of the pages is switched at once, and the battle begins in it', async ({ owner: page }) => {
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
});

test('the language of the table is switched at once', async ({ page, program }) => {
  // Two persons: neither answers meanwhile, so that every request comes from the switch.
  const { battle, seats } = await begin(program, ['person', 'person']);
  for (const side of ['blue', 'red'] as const) await new Api(program, seats[side].token).answer();
  await sit(page, program, battle, seats.blue.token);
  const screen = new Screen(page);
  await screen.until('orders');
  await quiet(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    // A picture made by the page itself may still be loading.
    const picture = request.url().startsWith('blob:') || new URL(request.url()).pathname.endsWith('/ground');
    if (!picture) requests.push(request.url());
  });
  await page.getByTestId('lang-en').click();
  await expect(screen.ask).toContainText(/orders/i);
  await expect(page.getByTestId('turn')).toContainText('Turn 1');
  await expect(screen.unit(3)).toHaveAttribute('aria-label', /Fusilier battalion/);
  await page.getByTestId('lang-fr').click();
  await expect(screen.ask).toContainText('Donner les ordres');
  await expect(page.getByTestId('turn')).toContainText('Tour 1');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(screen.unit(2)).toHaveAttribute('aria-label', /chasseurs à cheval/);
  await page.getByTestId('lang-en').click();
  await expect(page.getByTestId('turn')).toContainText('Turn 1');
  expect(requests).toEqual([]);
  // It is stored.
  await page.reload();
  await expect(page.getByTestId('turn')).toContainText('Turn 1');
});
