// Every page, on a desk, on a tablet and on a telephone: no violation found by axe, no error in the console, nothing
// wider than the window, and a picture of each where GROGNARD_PICTURES names a folder.
import type { Page } from '@playwright/test';
import { Api, begin, RULESETS } from './support/api';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/fixtures';
import type { Program } from './support/program';
import { quiet } from './support/quiet';
import { Screen } from './support/screen';

const PICTURES = process.env['GROGNARD_PICTURES'];

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
/** Every size once; with pictures, every size in both themes and both languages. Each look uses another ruleset. */
const LOOKS = SIZES.flatMap((viewport, n) =>
  [
    { dark: false, lang: 'fr' },
    { dark: true, lang: 'en' },
    { dark: false, lang: 'en' },
    { dark: true, lang: 'fr' },
  ]
    .map((look, k) => ({ ...look, ruleset: RULESETS[(2 * n + k) % RULESETS.length] ?? '' }))
    .filter((_, look) => PICTURES || look === n)
    .map((look) => ({ ...look, viewport, touch: viewport.width < 1200, name: `${viewport.width}-${look.dark ? 'dark' : 'light'}-${look.lang}` })),
);

/** A battle played to its end by the computers, and one test and one example of a ruleset. */
async function prepared(program: Program, ruleset: string) {
  const house = new Api(program, program.house);
  const over = await begin(program, ['person', 'person'], 'premier-feu', ruleset);
  const [blue, red] = [new Api(program, over.seats.blue.token), new Api(program, over.seats.red.token)];
  for (let n = 0; n < 3; n += 1) {
    await blue.answerAll('hold');
    await red.answerAll('hold');
  }
  await blue.good('POST', '/api/seat/resign');
  type Card = { rulesets: { id: string; chapters: { tests: { name: string; follows?: boolean }[] }[] }[] };
  const { rulesets } = await house.good<Card>('GET', '/api/assistant');
  const test = rulesets.find(({ id }) => id === ruleset)?.chapters[0]?.tests[0]?.name ?? '';
  const cases = await house.good<{ id: string }[]>('GET', `/api/assistant/${ruleset}/cases`);
  const mine = await begin(program, ['person', 'staff'], 'premier-feu', ruleset);
  const pages = [
    '/',
    '/new/premier-feu',
    '/school',
    '/battles',
    `/join/${over.battle}`,
    `/replay/${over.battle}`,
    `/end/${over.battle}`,
    `/rules/${ruleset}`,
    '/assistant',
    '/assistant/units',
    '/assistant/history',
    `/assistant/${ruleset}/examples`,
    `/assistant/${ruleset}/examples/${cases[0]?.id}`,
    `/assistant/${ruleset}/tests/${test}`,
    '/settings',
    '/help',
    '/nowhere',
  ];
  return { pages, play: mine.battle };
}

const named = (path: string) => {
  const [, page = '', second = '', third = '', fourth] = path.split('/');
  if (fourth) return third === 'examples' ? `${page}-example` : `${page}-${third}`;
  return [page || 'home', third || (page === 'assistant' ? second : '')].filter(Boolean).join('-');
};

for (const { name, viewport, dark, lang, touch, ruleset } of LOOKS) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: touch, isMobile: touch, locale: lang === 'fr' ? 'fr-FR' : 'en-GB' });

    test('every page can be used by everybody', async ({ owner: page, program }) => {
      const faults: string[] = [];
      page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
      // Light is the default; dark is chosen.
      if (dark) {
        await page.evaluate(() => localStorage.setItem('grognard.theme', 'dark'));
        await page.reload();
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      }
      const { pages, play } = await prepared(program, ruleset);
      const look = async (what: string, whole = true) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect.soft(wide, `${what} is wider than the window`).toBeLessThanOrEqual(0);
        await expectAccessible(page, `${name} ${what}`);
        if (PICTURES) await page.screenshot({ path: `${PICTURES}/${what}-${name}.png`, fullPage: whole && what !== 'rules' });
      };
      for (const path of pages) {
        await page.goto(`${program.base}/#${path}`);
        await settled(page);
        await look(named(path));
      }
      // The playing screen: placing, orders, a march or whatever comes third.
      await page.goto(`${program.base}/#/battle/${play}`);
      const screen = new Screen(page);
      for (const moment of ['play-1', 'play-2', 'play-3']) {
        await screen.stand();
        await settled(page);
        await look(moment, false);
        // On paper there are no controls.
        await page.emulateMedia({ media: 'print' });
        await expect(page.locator('select:visible, input:visible, .btn:visible, [role=tab]:visible')).toHaveCount(0);
        await page.emulateMedia({ media: null });
        // Back on the screen the ground has its colours again.
        await expect.poll(() => groundIsDark(page), `${moment}: the ground after printing`).toBe(dark);
        await screen.takeAdvice();
      }
      expect(faults, 'the console is silent').toEqual([]);
    });
  });
}

/** Everything shown has its heading, and nothing is loading. */
async function settled(page: Page) {
  await expect(page.locator('h1').first()).toBeAttached();
  await quiet(page);
}

/** Whether the ground is drawn dark, by the mean of its picture. */
async function groundIsDark(page: Page): Promise<boolean> {
  return page.getByTestId('ground').evaluate((ground: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 32;
    const pen = canvas.getContext('2d');
    if (!pen || !ground.complete) throw new Error('the ground is not drawn');
    pen.drawImage(ground, 0, 0, 32, 32);
    const { data } = pen.getImageData(0, 0, 32, 32);
    return data.reduce((sum, value, i) => (i % 4 === 3 ? sum : sum + value), 0) / (32 * 32 * 3) < 110;
  });
}
