// A first battle against the computer, from the chooser to its end: with the mouse, and with a finger on a tablet.
import { begin, orders, theEnd } from './support/first';
import { expect, test } from './support/fixtures';
import { finger, Screen } from './support/screen';

test('a first battle with the mouse', async ({ owner }) => {
  const screen = await begin(new Screen(owner));
  await orders(screen);

  // A unit is chosen on the map: its card says what it is and may do.
  const unit = await screen.freest();
  const at = await screen.spot(unit);
  await owner.mouse.click(at.x, at.y);
  const card = owner.getByTestId('card');
  await expect(card).toContainText(/21e de ligne|13e chasseurs à cheval/);
  await owner.getByTestId('dossier').click();
  await expect(card).toContainText(/avancer.*charger/s);

  // It is dragged ahead: the ghost and the cost follow.
  const metre = await screen.metre(1500);
  await screen.drag(at, { x: at.x, y: at.y - 100 * metre });
  await screen.expectPlan();
  await expect(owner.getByTestId('march-cost')).toContainText('2 pas');
  await screen.commit();

  // It has moved, and the journal says so.
  await screen.stand();
  await expect(screen.journal).toContainText(/se déplace de 2 pas/);
  await expect.poll(async () => at.y - (await screen.spot(unit)).y).toBeGreaterThan(70 * metre);

  await screen.playToTheEnd();
  // Dice were thrown, and the breakdown of a test is kept with its rules: one click shows it, and its moment on the
  // map.
  await expect(await screen.entry(screen.journal.locator('.dice svg'))).toBeVisible();
  const tested = await screen.entry(screen.journal.getByRole('listitem').filter({ hasText: /→|fait feu/ }));
  await tested.getByRole('button').first().click();
  await expect(owner.getByTestId('moment')).toBeVisible();
  await expect(owner.getByTestId('breakdown').first()).toContainText(/\d/);
  await expect(owner.getByTestId('breakdown').first().getByRole('button').first()).toBeVisible();
  await owner.getByTestId('back-to-now').click();
  await theEnd(screen);
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true });

  test('a first battle by touch', async ({ owner }) => {
    const hand = finger(owner);
    const screen = await begin(new Screen(owner, hand));
    await orders(screen);

    // Tapped: the unit, then its destination.
    const unit = await screen.freest();
    const at = await screen.spot(unit);
    await hand.pressAt(at.x, at.y);
    await expect(owner.getByTestId('card')).toContainText(/21e de ligne|13e chasseurs à cheval/);
    const metre = await screen.metre(1500);
    await hand.pressAt(at.x, at.y - 120 * metre);
    await screen.expectPlan();
    await screen.commit();
    await screen.stand();
    await expect.poll(async () => at.y - (await screen.spot(unit)).y).toBeGreaterThan(80 * metre);

    await screen.playToTheEnd();
    await hand.press(owner.getByTestId('tab-journal'));
    await expect(await screen.entry(screen.journal.locator('.dice svg'))).toBeVisible();
    await theEnd(screen);
  });
});
