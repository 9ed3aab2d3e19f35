// A whole battle of each ruleset at the screen, by the main button alone and without advice: at every question card, frame and
// question are of one unit, and what the button says is what the log then holds.
import { Api, begin, playing } from './support/api';
import { expect, test } from './support/fixtures';
import { Screen } from './support/screen';

type Key = { does: string; refs?: unknown[] };
type Reply = { picked?: [Key, Reply[]][]; marched?: { legs: unknown[] } };
interface Shown {
  ask: { id: number; fields: { shape: { pick?: { from: { key: Key }[] } } }[] };
  fields: { choices: { title: { fr: string } }[] }[];
}

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/gu, ' ').trim();

/** The words of the choices that an answer takes. */
function titles(view: Shown, replies: Reply[]): string[] {
  return replies.flatMap((reply, i) =>
    (reply.picked ?? []).map(([key]) => {
      const at = (view.ask.fields[i]?.shape.pick?.from ?? []).findIndex((choice) => JSON.stringify(choice.key) === JSON.stringify(key));
      return plain(view.fields[i]?.choices[at]?.title.fr ?? '');
    }),
  );
}

test('every ruleset is played to its end by what the main button says', async ({ page, program }) => {
  test.setTimeout(1_200_000);
  for (const ruleset of await playing(program)) {
    const { battle, seats } = await begin(program, ['person', 'staff'], 'premier-feu', ruleset);
    await page.goto(`${program.base}/?${battle}#seat=${seats.blue.token}`);
    await expect(page).toHaveURL(new RegExp(`/arrive/${battle}`));
    await page.goto(`${program.base}/?${battle}#/battle/${battle}`);
    const screen = new Screen(page);
    const blue = new Api(program, seats.blue.token);
    const given: unknown[] = [];
    let asked = 0;
    for (; asked < 400; asked += 1) {
      const stand = await screen.stand();
      if (stand.what === 'over') break;
      await screen.expectOneUnit();
      const said = plain(await screen.go.innerText());
      const view = (await blue.table()).now.asks[0] as unknown as Shown;
      const sent = page.waitForRequest((request) => request.url().endsWith('/api/seat/answer'));
      await screen.commit();
      const { replies } = (await sent).postDataJSON() as { replies: Reply[] };
      given.push(replies);
      const words = [...new Set(titles(view, replies))];
      // Many different deeds are told by the first and by how many more there are.
      for (const word of words.length > 3 ? words.slice(0, 1) : words) expect(said, `${ruleset}: ${JSON.stringify(replies)}`).toContain(word);
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
  }
});
