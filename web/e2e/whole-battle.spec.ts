// A whole battle of each ruleset at the screen, without advice: at every question card, frame and question show one
// unit, and the log then has the deeds of the button's text.
import type { Page } from '@playwright/test';
import { Api, begin, playing, RULESETS } from './support/api';
import { expect, test } from './support/fixtures';
import { quiet } from './support/quiet';
import { Screen } from './support/screen';
import { sit } from './support/seats';

type Key = { does: string; refs?: unknown[] };
type Reply = { picked?: [Key, Reply[]][]; marched?: { legs: unknown[] }; placed?: unknown };
interface Shown {
  ask: { id: number; fields: { about: { unit?: number }; shape: { pick?: { from: { key: Key }[] }; march?: { movers: number[] } } }[] };
  fields: { choices: { title: { fr: string } }[] }[];
}

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/gu, ' ').trim();

/** The deed of each part of an answer, in the words of the screen. */
function deeds(view: Shown, replies: Reply[]): string[] {
  const of = (reply: Reply, i: number): string[] => {
    if (reply.marched) return [reply.marched.legs.length === 0 ? 'rester en place' : 'marcher'];
    if (reply.placed) return ['placer'];
    if (reply.picked?.length === 0) return ['rien de tout cela'];
    // For a choice that leaves a unit to its march, the march is told.
    const unit = view.ask.fields[i]?.about.unit;
    const marches = view.ask.fields.some(({ shape }) => unit !== undefined && shape.march?.movers.includes(unit));
    if (marches && reply.picked?.every(([key, then]) => key.does === 'march' && then.length === 0)) return [];
    const from = view.ask.fields[i]?.shape.pick?.from ?? [];
    const titles = (reply.picked ?? []).map(([key]) => from.findIndex((choice) => JSON.stringify(choice.key) === JSON.stringify(key)));
    return titles.length === 0 ? [] : [titles.map((at) => plain(view.fields[i]?.choices[at]?.title.fr ?? '')).join(', ')];
  };
  return [...new Set(replies.flatMap(of))];
}

/** Another of the choices that the screen names; the proposal where the rules refuse it. */
async function chooseAnother(screen: Screen, n: number) {
  const others = screen.ask.locator('input:enabled:not(:checked):is([type="radio"], [type="checkbox"])');
  const many = await others.count();
  if (many === 0) return;
  await screen.hand.press(others.nth(n % many));
  await quiet(screen.page);
  if ((await screen.go.getAttribute('class'))?.includes('pri')) return;
  await screen.hand.press(screen.page.getByTestId('guide-reset'));
  await quiet(screen.page);
}

/** Words for players: no names of the program, no rows of raw values, no field that cannot be filled in. */
async function expectWords(page: Page, where: string) {
  const text = await page.locator('aside').innerText();
  for (const raw of [/\b[a-z]+_[a-z_]+\b/, /undefined|NaN|\[object|\{\s*\$/, /\b(oui|non|vrai|faux)\s\d+\s?%/i]) expect(text, where).not.toMatch(raw);
}

test('no ruleset is left out', async ({ program }) => {
  expect((await playing(program)).toSorted()).toEqual([...RULESETS].toSorted());
});

for (const ruleset of RULESETS) {
  test(`${ruleset} is played to its end by what the main button says`, async ({ page, program }) => {
    test.setTimeout(900_000);
    const { battle, seats } = await begin(program, ['person', 'staff'], 'premier-feu', ruleset);
    await sit(page, program, battle, seats.blue.token);
    const screen = new Screen(page);
    const blue = new Api(program, seats.blue.token);
    const given: unknown[] = [];
    let asked = 0;
    for (; asked < 400; asked += 1) {
      const stand = await screen.stand();
      if (stand.what === 'over') break;
      // By proposal, and now and then as a new player would try it.
      if (asked % 3 === 2) await chooseAnother(screen, asked);
      await screen.expectOneUnit();
      await expectWords(page, `${ruleset}, question ${asked}`);
      const said = plain(await screen.go.innerText());
      const view = (await blue.table()).now.asks[0] as unknown as Shown;
      const sent = page.waitForRequest((request) => request.url().endsWith('/api/seat/answer'));
      await screen.commit();
      const { replies } = (await sent).postDataJSON() as { replies: Reply[] };
      given.push(replies);
      // Of many different deeds the first three are told, and the number of the others.
      const done = deeds(view, replies);
      for (const deed of done.length > 4 ? done.slice(0, 3) : done) expect(said, `${ruleset}: ${JSON.stringify(replies)}`).toContain(deed);
      // Nor does it promise a march that is not sent.
      const marches = done.some((deed) => deed.includes('marcher')) || JSON.stringify(replies).includes('"legs":[{');
      if (!marches) expect(said, `${ruleset}: ${JSON.stringify(replies)}`).not.toMatch(/\bmarcher\b/);
    }
    expect(asked, 'it comes to an end').toBeLessThan(400);
    const log = await (await blue.send('GET', '/api/seat/log')).text();
    type Line = { given?: { slot: { side: string }; replies: unknown[] } };
    const lines = log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
    const mine = lines.flatMap(({ given: one }) => (one?.slot.side === 'blue' ? [one.replies] : []));
    expect(mine, 'the log holds what was pressed').toEqual(given);
  });
}
