// The assistant on a phone, by touch, in French: an evening with real figures.
import type { Page } from '@playwright/test';
import { usual } from './support/api';
import { expect, test } from './support/fixtures';
import { quiet } from './support/quiet';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Opens a test from the list. */
async function choose(page: Page, name: string) {
  await page.getByTestId(`test-${name}`).tap();
  await expect(page.getByTestId('breakdown')).toBeVisible();
}

/** Nothing may be wider than the phone. */
async function fits(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

test('its address may be typed as a path', async ({ program, page }) => {
  await page.goto(`${program.base}/assistant#house=${program.house}`);
  await expect(page.getByPlaceholder('Chercher un test')).toBeVisible();
  await page.goto(`${program.base}/assistant/units`);
  await expect(page.getByText('Mes unités').first()).toBeVisible();
});

test('a test is filled in, resolved with the dice of the table, shared and kept', async ({ owner: page, program }) => {
  await page.goto(`${program.base}/#/assistant`);
  await page.getByPlaceholder('Chercher un test').fill('infanterie');
  await expect(page.getByTestId('tests').getByRole('link')).toHaveCount(1);
  await choose(page, 'infantry-fire');
  await fits(page);

  // The breakdown and the odds change with the input; a field that does not matter is not there.
  const lines = page.getByTestId('breakdown').getByRole('row');
  const brief = page.getByTestId('brief');
  const before = [await lines.count(), await brief.innerText()] as const;
  await page.getByTestId('group-shooter').tap();
  await expect(page.getByTestId('field-shooter.sharpshooters')).toBeVisible();
  await expect(page.getByTestId('field-shooter.dragoons')).toHaveCount(0);
  await page.getByTestId('field-shooter.elements').getByRole('button', { name: 'Moins' }).tap();
  await expect(brief).not.toHaveText(before[1]);
  await page.getByTestId('field-shooter.fire_training').getByText('supérieur').tap();
  await expect(lines).toHaveCount(before[0] + 1);
  await fits(page);

  // An invalid value is reported at its field.
  await page.getByTestId('field-shooter.arm').getByText('artillerie').tap();
  await expect(page.getByTestId('fault-shooter.arm')).toHaveText('l’artillerie a son propre tir');
  await page.getByTestId('field-shooter.arm').getByText('infanterie').tap();
  await expect(page.getByTestId('fault-shooter.arm')).toHaveCount(0);

  // Three dice, typed in one after the other, are read at once.
  for (const face of [6, 5, 3]) await page.getByTestId(`face-${face}`).tap();
  const came = page.getByTestId('came');
  await expect(came).toContainText(/Pertes/i);
  await expect(came).toContainText('14');
  const total = await page.getByTestId('total').innerText();
  // A rule is one tap away.
  await page
    .getByTestId('breakdown')
    .getByRole('button', { name: /^[A-Z0-9]+-/ })
    .first()
    .tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');

  // The link opens the same situation, with its dice, elsewhere.
  await page.getByTestId('share').tap();
  const link = await page.getByTestId('share-link').inputValue();
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(other.getByTestId('total')).toHaveText(total);
  await expect(other.getByTestId('came')).toContainText('14');
  await other.getByTestId('group-shooter').tap();
  await expect(other.getByTestId('field-shooter.elements').getByRole('textbox')).toHaveValue('3');
  await other.close();

  // The evening remembers it.
  await page.goto(`${program.base}/#/assistant/history`);
  await expect(page.getByTestId('history')).toContainText('Tir d’infanterie');
});

test('one’s own units go from test to test, and everything stays readable without a connection', async ({ owner: page, program, context }) => {
  // Where the program includes modules to compute without it, they are disabled here: `make site-test` tests them.
  await context.addInitScript(() => {
    const drop = () => document.querySelector('meta[name="modules"]')?.remove();
    new MutationObserver(drop).observe(document, { childList: true, subtree: true });
  });
  // The page is open already, and going to another part of it does not reload it.
  await page.evaluate(() => document.querySelector('meta[name="modules"]')?.remove());
  await page.goto(`${program.base}/#/assistant`);
  await choose(page, 'charge');
  await page.getByTestId('group-attacker').tap();
  await page.getByTestId('keep-unit').tap();
  await page.getByLabel('Nom de l’unité').fill('4e cuirassiers');
  await page.getByRole('button', { name: 'Garder', exact: true }).tap();

  // Two elements are lost during the evening.
  await page.goto(`${program.base}/#/assistant/units`);
  const unit = page.getByTestId('units').getByRole('listitem');
  await unit.getByTestId('field-elements').getByRole('button', { name: 'Moins' }).tap();
  await unit.getByTestId('field-elements').getByRole('button', { name: 'Moins' }).tap();
  await unit.getByText('ébranlée').tap();
  await fits(page);

  // In another test the unit is taken with its losses and its state, as far as they fit.
  const ruleset = await usual(program);
  await page.goto(`${program.base}/#/assistant/${ruleset}/tests/melee`);
  await page.getByTestId('group-attacker').tap();
  await page.getByRole('button', { name: 'Prendre une de mes unités' }).tap();
  await page.getByRole('button', { name: /4e cuirassiers/ }).tap();
  await expect(page.getByTestId('field-attacker.elements').getByRole('textbox')).toHaveValue('1');
  await expect(page.getByTestId('field-attacker.marker').getByRole('radio', { checked: true })).toHaveValue('shaken');
  await quiet(page);
  await expect(page.locator('.result')).toHaveAttribute('aria-busy', 'false');
  const computed = await page.getByTestId('breakdown').innerText();

  await context.setOffline(true);
  await expect(page.getByTestId('offline')).toBeVisible();
  await expect(page.getByTestId('breakdown')).toHaveText(computed, { useInnerText: true });
  // Later input is kept, and marked as not yet computed.
  await page.getByTestId('field-attacker.counter').getByRole('button', { name: 'Plus' }).tap();
  await expect(page.getByText('Dernier calcul, avant la coupure.')).toBeVisible();
  // Units, rules and the list of tests are there.
  await page.evaluate(() => {
    location.hash = '/assistant/units';
  });
  await expect(page.getByLabel('Nom de l’unité')).toHaveValue('4e cuirassiers');
  await page.evaluate((ruleset) => {
    location.hash = `/rules/${ruleset}`;
  }, ruleset);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => {
    location.hash = '/assistant';
  });
  await expect(page.getByTestId('test-melee')).toBeVisible();
  await page.getByRole('link', { name: /Reprendre/ }).tap();
  await expect(page.getByTestId('breakdown')).toHaveText(computed, { useInnerText: true });

  // On this machine the page even opens again.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(page.getByTestId('breakdown')).toHaveText(computed, { useInnerText: true });

  await context.setOffline(false);
  await expect(page.getByTestId('offline')).toHaveCount(0);
});

test('a whole charge is followed step by step, with both players’ choices', async ({ owner: page, program }) => {
  await page.goto(`${program.base}/#/assistant`);
  await choose(page, 'charge');
  await page.getByTestId('follow').tap();
  const next = page.getByTestId('next');
  const steps = page.getByTestId('steps').locator(':scope > li');

  // The defender chooses; each reply shows its odds.
  await expect(next).toContainText('Défenseur choisit');
  await expect(page.getByTestId('odds-list')).toContainText('l’attaquant');
  await page.getByTestId('option-solid_square').tap();
  // Back, and again: no input was lost.
  await expect(next).toContainText(/Aux dés\s*:\s*Défenseur/);
  await page.getByTestId('take-back').tap();
  await expect(next).toContainText('Défenseur choisit');
  await page.getByTestId('option-solid_square').tap();

  // The defender fails the test on the table: the square is not formed.
  await page.getByTestId('face-1').tap();
  await expect(steps.nth(1)).toContainText('hésitante');
  // The impact, with dice of which two count against their side: the attacker wins by far.
  await expect(next).toContainText('Attaquant');
  for (const face of [6, 1, 1, 1]) await page.getByTestId(`face-${face}`).tap();
  await expect(steps.nth(2)).toContainText(/recul/);
  await fits(page);

  // The attacker chooses whether to follow the result of the pursuit test.
  await expect(next).toContainText('Attaquant choisit');
  const given = async () => Number(await next.getAttribute('data-given'));
  let count = await given();
  await page.getByTestId('option-as_rolled').tap();
  // On to the end, with dice thrown here; the inputs so far are counted, so that no step is read before it has come.
  const end = page.getByTestId('end');
  for (let n = 0; n < 40; n += 1) {
    count += 1;
    await expect(next).toHaveAttribute('data-given', String(count));
    if (await end.count()) break;
    const roll = next.getByTestId('roll');
    if (await roll.count()) await roll.tap();
    else await next.locator('.options button.btn').first().tap();
  }
  await expect(end).toContainText('C’est fini');
});

test('a worked example is stepped through, and opened in the assistant', async ({ owner: page, program }) => {
  await page.goto(`${program.base}/#/assistant`);
  await page.getByRole('link', { name: /Apprendre par les exemples/ }).tap();
  await page.getByPlaceholder('Chercher un exemple').fill('colonne de marche');
  await page.getByTestId('cases').getByRole('link').first().tap();
  const step = page.getByTestId('case-step');
  await expect(step).toContainText('Étape 1 sur');
  await expect(step).toContainText('colonne de marche');
  await expect(page.getByTestId('case-result')).toHaveCount(0);
  await page.getByTestId('show').tap();
  await expect(page.getByTestId('case-result')).toContainText(/Pertes/i);
  await expect(page.getByTestId('breakdown').getByRole('button').first()).toBeVisible();
  await page.getByTestId('next-step').tap();
  await expect(step).toContainText('Étape 2 sur');
  await page.getByTestId('show').tap();
  await fits(page);
  // In English as well, at once.
  await page.getByRole('button', { name: 'English' }).tap();
  await expect(step).toContainText('Step 2 of');
  await page.getByRole('button', { name: 'Français' }).tap();
  await page.getByRole('button', { name: 'Ouvrir dans l’assistant' }).tap();
  await expect(page.getByTestId('came')).toContainText(/Pertes/i);
});

test('a phone comes in by the link of the assistant, without a seat', async ({ owner: page, program, browser }) => {
  await page.goto(`${program.base}/#/assistant`);
  await page.getByRole('button', { name: 'Ouvrir sur un autre téléphone' }).tap();
  const link = await page.getByLabel('Lien de l’assistant').inputValue();
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'fr-FR' });
  const guest = await phone.newPage();
  await guest.goto(link);
  await expect(guest).not.toHaveURL(/guest=/);
  await choose(guest, 'morale');
  await guest.getByTestId('roll').tap();
  await expect(guest.getByTestId('came')).toBeVisible();
  // A rule of it can be read; the house stays closed.
  await guest.getByRole('link', { name: 'Lire les règles' }).tap();
  await expect(guest.getByRole('article').first()).toBeVisible();
  await guest.goto(`${program.base}/#/battles`);
  await expect(guest.getByText(/s’ouvre par l’adresse que le programme affiche/).first()).toBeVisible();
  await phone.close();
});
