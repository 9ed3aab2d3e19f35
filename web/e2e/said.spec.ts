// What the screen says of lessons and chances.
import { begin, playing, usual } from './support/api';
import { expect, test } from './support/fixtures';
import { Screen } from './support/screen';

test('the first lessons stay in sight, whichever unit is chosen, and add to the question', async ({ page, program }) => {
  for (const ruleset of await playing(program)) {
    const { battle, seats } = await begin(program, ['person', 'person'], 'premier-feu', ruleset);
    await page.goto(`${program.base}/?${battle}#seat=${seats.blue.token}`);
    await expect(page).toHaveURL(new RegExp(`/arrive/${battle}`));
    await page.goto(`${program.base}/?${battle}#/battle/${battle}`);
    const screen = new Screen(page);
    await screen.stand();
    const coach = page.getByRole('region', { name: 'Premier tour, pas à pas' });
    await expect(coach).toBeInViewport();
    const said = await page.getByTestId('guide').innerText();
    const lesson = (await coach.innerText()).split('La règle.')[1]?.trim();
    if (lesson) expect(said, ruleset).not.toContain(lesson);
    await page.getByTestId('tab-units').click();
    await page
      .getByTestId(/^roster-unit-/)
      .first()
      .click();
    await expect(page.getByTestId('card')).toBeAttached();
    await expect(coach).toBeInViewport();
  }
});

test('the odds of one fight are one number on the page of the test and step by step, or say how far each goes', async ({ owner: page, program }) => {
  await page.goto(`${program.base}/#/assistant/${await usual(program)}/tests/charge`);
  const odds = page.getByTestId('odds-list').first();
  await expect(odds).toBeVisible();
  await expect(page.getByTestId('odds-scope').first()).toBeVisible();
  const told = async () => ({
    verdict: (await odds.getByTestId('verdict').first().innerText()).split('\n')[0],
    scope: await page.getByTestId('odds-scope').first().innerText(),
  });
  const before = await told();
  await page.getByTestId('follow').click();
  await expect(page.getByTestId('next')).toBeVisible();
  await expect(page.getByTestId('odds-scope').first()).toBeVisible();
  const after = await told();
  expect(after.scope !== before.scope || after.verdict === before.verdict, JSON.stringify([before, after])).toBe(true);
});
