// A turn without a mouse: Tab, arrows, Enter, Space and the letters that the help names.
import type { Page } from '@playwright/test';
import { seatOf } from './support/api';
import { expect, test } from './support/fixtures';
import { Screen } from './support/screen';

/** Goes on by Tab until something is reached. */
async function tabTo(page: Page, reached: string) {
  for (let n = 0; n < 400; n += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, reached)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${reached} is not reached by Tab`);
}

async function press(page: Page, testid: string) {
  await tabTo(page, `[data-testid="${testid}"]`);
  await page.keyboard.press('Enter');
}

test('a turn by keyboard alone', async ({ owner: page, program }) => {
  const screen = new Screen(page, {
    press: async (what) => {
      await press(page, (await what.getAttribute('data-testid')) ?? '');
    },
    pressAt: () => Promise.reject(new Error('there is no hand')),
    drag: () => Promise.reject(new Error('no mouse here')),
  });
  await expect(page.getByRole('link', { name: /Premier feu/ })).toBeVisible();
  await tabTo(page, 'a[href="#/new/premier-feu"]');
  await page.keyboard.press('Enter');
  // The other side is led from elsewhere.
  await expect(page.getByRole('button', { name: 'Commencer la bataille' })).toBeVisible();
  await tabTo(page, 'fieldset:nth-of-type(2) input[type="radio"]');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('group', { name: 'Avant-garde prussienne' }).getByLabel('Autre appareil')).toBeChecked();
  await tabTo(page, 'form button[type="submit"]');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/join\//);
  const battle = /join\/([^?]+)/.exec(page.url())?.[1] ?? '';
  const red = await seatOf(program, battle, 'red');
  await tabTo(page, `a[href="#/battle/${battle}"]`);
  await page.keyboard.press('Enter');
  await screen.stand();
  await screen.commit();
  await red.answerAll('hold');

  await screen.until('orders');
  // One radio button: Tab reaches the chosen one, arrows change the choice.
  await tabTo(page, 'input[type="radio"]');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByTestId('choice-manoeuvre').first()).toBeChecked();
  await screen.commit();
  await red.answerAll('hold');
  await screen.until('plan');

  // On the map: arrows lead from unit to unit, Enter chooses; then the march by its list of manoeuvres.
  await tabTo(page, '[data-unit]');
  const first = await page.evaluate(() => document.activeElement?.getAttribute('data-unit'));
  await page.keyboard.press('n');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-unit'))).not.toBe(first);
  for (let n = 0; n < 12 && !(await page.evaluate(() => document.activeElement?.getAttribute('data-unit') === '2')); n += 1) {
    await page.keyboard.press('n');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('card')).toContainText('13e chasseurs à cheval');
  await tabTo(page, '[data-testid="march-add"]');
  // Typing selects in the list: the first manoeuvre with this prefix.
  await page.keyboard.type('avan');
  await screen.expectPlan();
  const before = await screen.spot(2);
  await screen.commit();
  await red.answerAll('hold');
  await screen.stand();
  await expect.poll(async () => before.y - (await screen.spot(2)).y).toBeGreaterThan(5);

  // To the next turn.
  await screen.commit();
  await red.answerAll('hold');
  await screen.until('orders');
  await expect(page.getByTestId('turn')).toContainText('Tour 2');
});
