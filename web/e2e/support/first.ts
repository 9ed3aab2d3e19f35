// A first battle of Marie-Louise, from the first page: its beginning and its end.
import { expect } from '@playwright/test';
import type { Screen } from './screen';

/** From the first page to the first question. */
export async function begin(screen: Screen): Promise<Screen> {
  const { page, hand } = screen;
  await hand.press(page.getByRole('link', { name: /Premier feu/ }));
  // The weakest of the computer's generals: a beginner's choice.
  await page.getByRole('group', { name: 'Avant-garde prussienne' }).getByLabel('Général').selectOption({ index: 0 });
  await hand.press(page.getByRole('button', { name: 'Commencer la bataille' }));
  await expect(screen.ask).toHaveAttribute('data-kind', 'deploy');
  await expect(page.getByTestId('guide-what')).not.toBeEmpty();
  await expect(page.getByRole('region', { name: 'Premier tour, pas à pas' })).toBeVisible();
  await screen.until('orders');
  return screen;
}

/** Orders the brigade to manoeuvre, and continues to the march. */
export async function orders(screen: Screen) {
  await screen.hand.press(screen.page.getByTestId('choice-manoeuvre').first());
  await expect(screen.page.getByTestId('choice-manoeuvre').first()).toBeChecked();
  await screen.commit();
  await screen.until('plan');
}

/** The end: the result, the hidden orders, and the way to the replay. */
export async function theEnd(screen: Screen) {
  const { page, hand } = screen;
  await hand.press(screen.go);
  await expect(page.getByRole('heading', { name: 'Les pertes' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ce qui était caché' })).toBeVisible();
  await expect(page.getByText(/chaque dé a été recalculé à partir d’elle/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Revoir la bataille' })).toBeVisible();
}
