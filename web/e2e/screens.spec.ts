// On every screen: a desk, a tablet and a telephone.
import { Api, begin } from './support/api';
import { expect, test } from './support/fixtures';
import { finger, mouse, Screen } from './support/screen';
import { sit, SIZES } from './support/seats';

for (const { name, viewport, touch } of SIZES) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, hasTouch: touch, isMobile: touch });

    test('the first page says what this is', async ({ owner: page }) => {
      const what = page.getByText(/Grognard tient la table/);
      await expect(what).toBeInViewport();
      await expect(what).toContainText(/arbitre.*livre de règles.*adversaire/);
    });

    test('a great battle opens so that it can be read and led', async ({ page, program }) => {
      const { battle, seats } = await begin(program, ['person', 'person'], 'maida-1806');
      await sit(page, program, battle, seats.blue.token);
      const screen = new Screen(page, touch ? finger(page) : mouse(page));
      await screen.stand();
      await expect(page.getByTestId('ground')).toBeVisible();

      // The map has the orientation of the window.
      const [window, ground] = [await screen.map.boundingBox(), await page.getByTestId('ground').boundingBox()];
      if (!window || !ground) throw new Error('there is no map');
      expect(ground.width > ground.height).toBe(window.width > window.height);

      // Units have names, each beside its unit or linked to it by a line; every unit shows its name on hover.
      const plates = page.locator('[data-plate]');
      expect(await plates.count()).toBeGreaterThan(5);
      for (const plate of await plates.all()) {
        const own = await page.getByTestId(`unit-${await plate.getAttribute('data-plate')}`).boundingBox();
        const text = await plate.locator('text').first().boundingBox();
        if (!own || !text) throw new Error('a plate without its unit');
        const gap = Math.hypot(
          Math.max(0, text.x - own.x - own.width, own.x - text.x - text.width),
          Math.max(0, text.y - own.y - own.height, own.y - text.y - text.height),
        );
        if ((await plate.locator('.leader').count()) === 0) expect(gap, (await plate.textContent()) ?? '').toBeLessThan(30);
      }
      for (const unit of await page.locator('[data-unit]').all()) await expect(unit.locator('title')).toHaveText(/\p{L}{3}/u);
      const one = page.locator('[data-unit][data-side="blue"]').first();
      const id = Number(await one.getAttribute('data-unit'));
      const at = await screen.spot(id);
      await screen.hand.pressAt(at.x, at.y);
      await expect(page.locator(`[data-plate="${id}"], [data-unit="${id}"][aria-pressed="true"]`).first()).toBeVisible();

      // The score is visible, and its details are one press away.
      const [score, tally] = [page.getByTestId('score'), page.getByTestId('tally')];
      if (await tally.isVisible()) {
        await expect(tally).toHaveText(/^\d+ : \d+$/);
        await screen.hand.press(tally);
      }
      await expect(score).toBeInViewport();
      await screen.hand.press(score.locator('summary'));
      await expect(score.getByRole('listitem').first()).toBeVisible();
      await expect(score.getByRole('row').first()).toBeVisible();
      await screen.hand.press(score.locator('summary'));

      // The next unit from the map; the decision without a hidden handle; the same order for all with one press.
      const before = await screen.ask.getAttribute('data-subject');
      await screen.hand.press(page.getByTestId('next-unit'));
      await expect(screen.ask).not.toHaveAttribute('data-subject', before ?? '');
      await screen.expectOneUnit();
      const tab = page.getByTestId('tab-play');
      await expect(tab).toBeInViewport();
      await screen.hand.press(tab);
      await expect(page.getByTestId('field-name')).toBeInViewport();
      const other = screen.ask.locator('input[type="radio"]:not(:checked)').first();
      await screen.hand.press(other);
      await screen.hand.press(page.getByTestId('same-for-all'));
      await expect(page.getByTestId('same-for-all')).toHaveCount(0);

      // The meaning of an order stands beside it.
      await expect(screen.ask.locator('.choice', { hasText: 'M (manœuvrer)' }).locator('.help')).toHaveText(/marcher/);

      // The signs of the map are explained from the menu.
      await screen.hand.press(page.getByTestId('menu'));
      await screen.hand.press(page.getByRole('link', { name: 'Légende des signes' }));
      await expect(page.getByTestId('legend')).toBeInViewport();
      expect(await page.getByTestId('legend').getByRole('listitem').count()).toBeGreaterThan(12);
    });

    test('the battle is fought again, with the sides changed', async ({ owner: page, program }) => {
      const { battle, seats } = await begin(program, ['person', 'staff']);
      await new Api(program, seats.blue.token).good('POST', '/api/seat/resign');
      await page.goto(`${program.base}/#/end/${battle}`);
      const hand = touch ? finger(page) : mouse(page);
      await hand.press(page.getByTestId('rematch-swap'));
      const screen = new Screen(page, hand);
      await screen.stand();
      await expect(screen.root).toHaveAttribute('data-side', 'red');
      expect(page.url()).not.toContain(battle);
    });
  });
}
