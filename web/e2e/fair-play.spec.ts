// Refusals are drawn, reversible answers can be taken back, and both give reasons.
import { Api, begin, pick } from './support/api';
import { expect, test } from './support/fixtures';
import { Screen } from './support/screen';
import { sit } from './support/seats';

test('a march too far is refused with its measurement and its rule', async ({ page, program }) => {
  const { seats } = await begin(program, ['person', 'person']);
  const red = new Api(program, seats.red.token);
  const manoeuvre = (kind: string, replies: unknown[]) => (kind === 'orders' ? [pick('manoeuvre'), ...replies.slice(1)] : replies);
  const blue = new Api(program, seats.blue.token);
  for (let n = 0; n < 3; n += 1) for (const side of [blue, red]) await side.answer(manoeuvre);

  await page.goto(`${program.base}/#seat=${seats.blue.token}`);
  await page.locator('a.btn.pri').click();
  const screen = new Screen(page);
  await screen.until('plan');
  const at = await screen.spot(0);
  const metre = await screen.metre(1500);
  // As far as it goes, then farther than it may.
  await screen.drag(at, { x: at.x, y: at.y - 150 * metre });
  await screen.expectPlan();
  // The hand rests before it drags again.
  await expect(page.getByTestId('march-cost')).toHaveText(/^3 pas/);
  await page.getByTestId('march-clear').click();
  await screen.drag(at, { x: at.x, y: at.y - 340 * metre });

  const drawn = page.getByTestId('refusal-measure');
  await expect(drawn.locator('path').first()).toHaveAttribute('d', /M[\d. -]+L/);
  await expect(drawn.locator('text')).toHaveText(/✕ 6,8 pas > [\d,]+ pas · [A-Z]+-\d/);
  await expect(page.getByTestId('ghost-refused')).toBeVisible();
  const said = page.getByTestId('refusal').first();
  await expect(said).toContainText('trop loin');
  // The rule itself is one click away.
  const rule = said.getByRole('button').first();
  const id = await rule.innerText();
  await rule.click();
  await expect(page.getByRole('dialog')).toContainText(id);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // It is not accepted either, and nothing has happened.
  const before = await blue.table();
  await screen.go.click();
  await expect(page.getByTestId('refusal').first()).toBeVisible();
  expect((await blue.table()).now.seq).toBe(before.now.seq);
  await page.getByTestId('guide-reset').click();
  await expect(page.getByTestId('refusal')).toHaveCount(0);
});

test('an answer is taken back, as far as is fair', async ({ page, program }) => {
  const { seats } = await begin(program, ['person', 'person']);
  const red = new Api(program, seats.red.token);
  await page.goto(`${program.base}/#seat=${seats.blue.token}`);
  await page.locator('a.btn.pri').click();
  const screen = new Screen(page);
  const note = page.getByTestId('note');

  // Nothing yet: it says so.
  await screen.stand();
  await page.getByTestId('undo').click();
  await expect(note).toContainText('rien à reprendre');
  await screen.commit();
  await red.answer();

  // Blue manoeuvres and one battalion falls back; red would charge. Red names no unit, so only blue goes on deciding.
  await screen.until('orders');
  // Deployments were opened: that answer stands.
  await page.getByTestId('undo').click();
  await expect(note).toContainText('la réponse tient');
  await page.getByTestId('choice-manoeuvre').first().click();
  await screen.unit(1).click();
  await page.getByTestId('choice-fall_back').first().click();
  await screen.commit();
  await red.answer((_, replies) => [pick('charge'), ...replies.slice(1)]);
  await screen.until('halt');
  await screen.commit();
  await red.answer((_, replies) => replies.map(() => pick('no_charge')));
  await screen.until('fall_back');
  await screen.commit();

  // Nothing was revealed and the other side was not asked: it is taken back, and the same question is open again.
  await screen.until('plan');
  await page.getByTestId('undo').click();
  await expect(screen.ask).toHaveAttribute('data-kind', 'fall_back');
  screen.again();
  await screen.until('fall_back');
  await screen.commit();
  await screen.until('plan');
});

test('a seat kept for one device: the screen goes on, every other link to it ends', async ({ page, program }) => {
  const { battle, seats } = await begin(program, ['person', 'staff']);
  await sit(page, program, battle, seats.blue.token);
  const screen = new Screen(page);
  await screen.stand();
  await page.getByTestId('menu').click();
  await page.getByTestId('hold-seat').click();
  const held = page.waitForResponse((response) => response.url().endsWith('/api/seat/hold'));
  await page.getByTestId('hold-confirm').click();
  expect((await held).status()).toBe(200);
  await expect.poll(async () => (await new Api(program, seats.blue.token).send('GET', '/api/seat')).status).toBe(401);
  await screen.stand();
  await screen.commit();
});
