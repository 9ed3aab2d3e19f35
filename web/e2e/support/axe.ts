// Accessibility faults of a page, by axe.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Found {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/** Checks that the page has no violation. */
export async function expectAccessible(page: Page, where: string) {
  // Not through a script element: the page allows none but its own.
  await page.evaluate(SOURCE);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<Found> } }).axe.run());
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes
        .slice(0, 3)
        .map((node) => `  ${node.html.slice(0, 200)}\n  ${node.failureSummary}`)
        .join('\n')}`,
  );
  expect.soft(told, where).toEqual([]);
}
