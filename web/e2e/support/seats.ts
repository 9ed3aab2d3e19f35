// The window sizes of players, and the way to a seat.
import { expect, type Page } from '@playwright/test';
import type { Program } from './program';

export const SIZES = [
  { name: 'desk', viewport: { width: 1440, height: 900 }, touch: false },
  { name: 'tablet', viewport: { width: 1024, height: 768 }, touch: true },
  { name: 'telephone', viewport: { width: 390, height: 844 }, touch: true },
];

/** Opens the playing screen of a seat by its link, as it would be sent. */
export async function sit(page: Page, program: Program, battle: string, token: string) {
  await page.goto(`${program.base}/?${battle}#seat=${token}`);
  await expect(page).toHaveURL(new RegExp(`/arrive/${battle}`));
  await page.goto(`${program.base}/?${battle}#/battle/${battle}`);
}
