// Two persons: at one screen with the curtain between them, and at two devices.
import { Api, begin } from './support/api';
import { expect, ownClient, test } from './support/fixtures';
import { Screen } from './support/screen';

test('both sides at one screen, the curtain between them', async ({ owner: page }) => {
  await page.getByRole('link', { name: /Premier feu/ }).click();
  const red = page.getByRole('group', { name: 'Avant-garde prussienne' });
  await red.getByText('Un ami, ici').click();
  await page.getByRole('button', { name: 'Commencer la bataille' }).click();
  const screen = new Screen(page);

  // Blue deploys.
  await screen.stand();
  await expect(screen.root).toHaveAttribute('data-side', 'blue');
  await screen.commit();

  // The curtain: nothing of either side is in the page.
  await expect(page.getByTestId('curtain')).toContainText('Avant-garde prussienne');
  await expect(page.locator('[data-unit]')).toHaveCount(0);
  expect(await page.content()).not.toMatch(/21e de ligne|Morvan|fusiliers/);
  await page.getByTestId('curtain-raise').click();
  await screen.stand();
  await expect(screen.root).toHaveAttribute('data-side', 'red');
  await screen.commit();

  // Red is asked for orders too, and stays at the screen: it gives a general order and one to a single unit.
  await screen.until('orders');
  await expect(screen.root).toHaveAttribute('data-side', 'red');
  await page.getByTestId('choice-charge').first().click();
  await screen.unit(3).click();
  await page.getByTestId('choice-fall_back').first().click();
  await expect(page.getByTestId('choice-fall_back').first()).toBeChecked();
  await screen.commit();

  // Behind the curtain and on blue's screen these orders are nowhere, not even as a draft.
  await expect(page.getByTestId('curtain')).toContainText('Avant-garde française');
  expect(await page.content()).not.toMatch(/charge|repli|fusiliers/i);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')))).toEqual([]);
  await page.getByTestId('curtain-raise').click();
  await screen.stand();
  await expect(screen.root).toHaveAttribute('data-side', 'blue');
  await expect(screen.units('red')).toHaveCount(4);
  const theirs = () => screen.units('red').evaluateAll((all) => all.map((unit) => unit.getAttribute('aria-label') ?? '').join('\n'));
  expect(await theirs()).not.toMatch(/charge|repli/i);
  await expect(screen.journal).not.toContainText(/charge|repli/i);
  await page.getByTestId('choice-manoeuvre').first().click();
  await screen.commit();

  // Now both have answered: red's orders are opened before blue's next question.
  await screen.until('halt');
  await expect(screen.root).toHaveAttribute('data-side', 'blue');
  expect(await theirs()).toMatch(/charge/i);
  expect(await theirs()).toMatch(/repli/i);
});

test('two browsers with one side each', async ({ owner: blue, browser }) => {
  await blue.getByRole('link', { name: /Premier feu/ }).click();
  await blue.getByRole('group', { name: 'Avant-garde prussienne' }).getByText('Autre appareil').click();
  await blue.getByRole('button', { name: 'Commencer la bataille' }).click();

  // The link of the other seat, as it would be sent to a friend.
  const card = blue.getByRole('listitem').filter({ hasText: 'Avant-garde prussienne' });
  const address = await card.getByLabel('Lien du siège').inputValue();
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  await ownClient(context);
  const red = await context.newPage();
  await red.goto(address);
  await expect(red.getByText(/Prussian advance guard/)).toBeVisible();
  expect(red.url(), 'the key does not stay in the address').not.toContain('seat=');
  await red.locator('a.btn.pri').click();
  await blue.getByRole('link', { name: 'Prendre place' }).click();
  const [ours, theirs] = [new Screen(blue), new Screen(red)];
  await ours.stand();
  await theirs.stand();
  await expect(ours.root).toHaveAttribute('data-side', 'blue');
  await expect(theirs.root).toHaveAttribute('data-side', 'red');

  // Blue is ready first: it waits, and may take its answer back; red is told that the other side has answered.
  await ours.commit();
  await expect(blue.getByTestId('sealed')).toBeVisible();
  await blue.getByTestId('withdraw').click();
  await expect(blue.getByTestId('sealed')).toHaveCount(0);
  ours.again();
  await ours.stand();
  await ours.commit();
  await theirs.commit();

  // Both are asked for orders at once; red's notes in its own language are shown to blue in blue's.
  await ours.until('orders');
  await theirs.until('orders');
  await blue.getByTestId('choice-manoeuvre').first().click();
  await ours.commit();
  await red.getByTestId('choice-manoeuvre').first().click();
  await theirs.commit();
  await expect(ours.journal).toContainText('reçoit l’ordre');
  await expect(theirs.journal).toContainText(/order/);
  await context.close();
});

test('a seat without the house opens nothing else', async ({ page, program }) => {
  const { seats, battle } = await begin(program, ['person', 'person']);
  await page.goto(`${program.base}/#seat=${seats.red.token}`);
  await page.locator('a.btn.pri').first().click();
  await new Screen(page).stand();
  await page.goto(`${program.base}/#/battles`);
  await expect(page.getByText(/la clef de la maison/)).toBeVisible();
  expect((await new Api(program, seats.red.token).send('GET', `/api/battles/${battle}/log`)).status).toBe(403);
});

test('at the machine itself the plain address opens the table', async ({ page, program }) => {
  await page.goto(program.base);
  await expect(page.getByRole('link', { name: /Premier feu/ })).toBeVisible();
});
