// Everything is stored: a program that is killed, a file that is exported and imported, a replay.
import { readFile } from 'node:fs/promises';
import { Api, begin } from './support/api';
import { expect, test } from './support/fixtures';
import { Screen } from './support/screen';

test('killed in the middle of a turn, it goes on by itself', async ({ page, program }) => {
  const { seats } = await begin(program, ['person', 'person']);
  const red = new Api(program, seats.red.token);
  await page.goto(`${program.base}/#seat=${seats.blue.token}`);
  await page.locator('a.btn.pri').click();
  const screen = new Screen(page);
  await screen.stand();
  await screen.commit();
  await red.answer();
  await screen.until('orders');

  // A draft survives the program in the page, a sealed answer survives it on the disk.
  await page.getByTestId('choice-manoeuvre').first().click();
  await program.kill();
  await expect(page.getByTestId('lost')).toBeVisible();
  await program.up();
  await expect(page.getByTestId('lost')).toHaveCount(0);
  await expect(page.getByTestId('choice-manoeuvre').first()).toBeChecked();
  await screen.commit();
  await expect(page.getByTestId('sealed')).toBeVisible();
  await program.kill();
  await expect(page.getByTestId('lost')).toBeVisible();
  await program.up();
  await expect(page.getByTestId('lost')).toHaveCount(0);
  await expect(page.getByTestId('sealed')).toBeVisible();

  // The other side answers, and the page that was never reloaded goes on.
  await red.answer();
  await screen.until('plan');
  await expect(screen.journal).toContainText('M (manœuvrer)');

  // A closed tab comes back to the same place.
  const again = await page.context().newPage();
  await page.close();
  await again.goto(`${program.base}/#seat=${seats.blue.token}`);
  await again.locator('a.btn.pri').click();
  await expect(again.getByTestId('ask')).toHaveAttribute('data-kind', 'plan');
});

test('a battle is exported, deleted, imported, seen again, and continued from a moment', async ({ owner: page }) => {
  // A battle between two computers.
  await page.getByRole('link', { name: /Premier feu/ }).click();
  await page.getByRole('group', { name: 'Avant-garde française' }).getByText('L’ordinateur').click();
  for (const general of await page.getByLabel('Général').all()) await general.selectOption({ index: 0 });
  await page.getByLabel('Nom de la bataille').fill('Pour voir');
  await page.getByRole('button', { name: 'Commencer la bataille' }).click();
  await expect(page.getByRole('button', { name: 'Lecture' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Bilan' })).toBeVisible({ timeout: 180_000 });

  await page.getByRole('link', { name: 'Batailles', exact: true }).click();
  const kept = page.getByRole('listitem').filter({ hasText: 'Pour voir' });
  await expect(kept).toContainText(/Avant-garde française.*Avant-garde prussienne/s);
  const download = page.waitForEvent('download');
  await kept.getByRole('button', { name: 'Exporter' }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  for (const line of lines) JSON.parse(line);
  expect(lines.length).toBeGreaterThan(20);

  await kept.getByRole('button', { name: 'Supprimer' }).click();
  await page.getByRole('button', { name: 'Supprimer pour toujours' }).click();
  await expect(page.getByText('Aucune bataille n’est gardée')).toBeVisible();

  // A tampered file is refused: the dice no longer follow from its seed.
  const picker = page.locator('input[type="file"]');
  const spoilt = lines.filter((_, i) => i !== Math.floor(lines.length / 2)).join('\n');
  await picker.setInputFiles({ name: 'spoilt.log.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(spoilt) });
  await expect(page.getByRole('alert')).toBeVisible();
  await picker.setInputFiles(file);
  await expect(page.getByText('La bataille est ajoutée.')).toBeVisible();
  await page.getByRole('listitem').filter({ hasText: 'Premier feu' }).getByRole('link', { name: 'Revoir' }).click();

  // Step, jump, play.
  const line = page.getByRole('slider', { name: 'Moment de la bataille' });
  await expect(line).toHaveValue('0');
  await page.getByRole('button', { name: 'Entrée suivante' }).click();
  await expect(line).toHaveValue('1');
  const turn = page.getByRole('heading', { name: /Journal/ });
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Tour précédent' }).click();
  await expect(turn).toContainText(/Tour \d/);
  await page.getByLabel('Aller au tour').selectOption({ label: 'Tour 1' });
  await expect(turn).toContainText('Tour 1');
  await expect(page.getByTestId('map').locator('[data-unit]').first()).toBeVisible();
  const here = Number(await line.inputValue());
  await page.getByRole('button', { name: 'Lecture' }).click();
  await expect.poll(async () => Number(await line.inputValue())).toBeGreaterThan(here);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.keyboard.press('Home');
  await expect(line).toHaveValue('0');

  // From the beginning of the first turn, with the player as leader of the French.
  await page.getByLabel('Aller au tour').selectOption({ label: 'Tour 1' });
  await page.getByRole('button', { name: 'Continuer d’ici' }).click();
  await page.getByRole('group', { name: 'Avant-garde française' }).getByText('Moi').click();
  await page.getByRole('button', { name: 'Commencer d’ici' }).click();
  const screen = new Screen(page);
  expect((await screen.stand()).what).not.toBe('curtain');
  await expect(screen.root).toHaveAttribute('data-side', 'blue');
  await screen.takeAdvice();
});

test('a scenario of one’s own is brought and taken away again', async ({ owner: page }) => {
  const shipped = await readFile(new URL('../../data/scenarios/premier-feu.toml', import.meta.url), 'utf8');
  const mine = shipped.replace('id = "premier-feu"', 'id = "mine"').replace('Premier feu', 'Mon affaire');
  await page.locator('input[type="file"]').setInputFiles({ name: 'mine.toml', mimeType: 'text/plain', buffer: Buffer.from(mine) });
  const tile = page.getByRole('link', { name: /Mon affaire.*le vôtre/s });
  await expect(tile).toBeVisible();
  const kept = page.getByRole('region', { name: 'Votre propre scénario' }).getByRole('listitem');
  await expect(kept).toHaveCount(1);
  await kept.getByRole('button', { name: 'Supprimer' }).click();
  await kept.getByRole('button', { name: 'Annuler' }).click();
  await kept.getByRole('button', { name: 'Supprimer' }).click();
  await kept.getByRole('button', { name: 'Supprimer pour toujours' }).click();
  await expect(kept).toHaveCount(0);
  await expect(tile).toHaveCount(0);
});
