// Rare questions that no battle of the other tests reaches: set up by a scenario of their own.
import { Api, begin } from './support/api';
import { expect, test } from './support/fixtures';
import { finger, mouse, Screen } from './support/screen';
import { sit, SIZES } from './support/seats';

/** Hussars in front of skirmishers, thirty centimetres away on the table of Les Aigles: the charged unit evades. */
const SKIRMISH = `
id = "chasse"
date = 1813-05-01
turns = 4
title = { fr = "La chasse", en = "The chase" }
[text]
fr = "Des hussards devant des tirailleurs."
en = "Hussars before skirmishers."
[ground]
width = 1170
height = 780
[blue]
name = { fr = "Les hussards", en = "The hussars" }
nation = "france"
commander = "hussars"
facing = 0
[[blue.commands]]
id = "hussars"
name = { fr = "Brigade de hussards", en = "Hussar brigade" }
general = { name = "Lasalle", rank = "division", at = [585, 260], overrides = { aigles = { value = 60, aides = 0 } } }
[[blue.commands.units]]
id = "h"
name = { fr = "5e hussards", en = "5th Hussars" }
type = "fr-hussars"
men = 360
formation = "line"
at = [585, 312]
facing = 0
[red]
name = { fr = "Les tirailleurs", en = "The skirmishers" }
nation = "france"
commander = "skirmishers"
facing = 180
[[red.commands]]
id = "skirmishers"
name = { fr = "Les voltigeurs", en = "The voltigeurs" }
general = { name = "Oudinot", rank = "division", at = [585, 559], overrides = { aigles = { value = 60, aides = 0 } } }
[[red.commands.units]]
id = "v"
name = { fr = "Voltigeurs réunis", en = "United Voltigeurs" }
type = "fr-voltigeurs"
men = 240
formation = "skirmish"
at = [585, 507]
facing = 180
[[objectives]]
id = "o"
name = { fr = "Le Chêne", en = "The Oak" }
at = [585, 390]
radius = 40
points = 10
[victory.text]
fr = "Qui tient le Chêne."
en = "Who holds the Oak."
[victory]
blue_breaks = 50
red_breaks = 50
`;

interface Offer {
  default: unknown;
  shape: { pick?: { from: { key: { does: string }; then?: { default: unknown }[] }[] } };
}

/** Answers the open question, if there is one, with the proposals, except that this deed is chosen wherever it is
 * offered. */
async function say(seat: Api, does: string) {
  const ask = (await seat.table()).now.asks[0]?.ask;
  if (!ask) return;
  const replies = (ask.fields as Offer[]).map((field) => {
    const choice = field.shape.pick?.from.find(({ key }) => key.does === does);
    return choice ? { picked: [[choice.key, (choice.then ?? []).map((one) => one.default)]] } : field.default;
  });
  await seat.good('POST', '/api/seat/answer', { ask: ask.id, replies });
}

for (const { name, viewport, touch } of SIZES) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, hasTouch: touch, isMobile: touch });

    test('a charge whose prey evades is stopped, as the screen says', async ({ page, program }) => {
      const brought = await fetch(`${program.base}/api/scenarios`, {
        method: 'POST',
        headers: { authorization: `Bearer ${program.house}`, 'content-type': 'text/plain' },
        body: SKIRMISH,
      });
      expect(brought.status, await brought.text()).toBe(200);
      const { battle, seats } = await begin(program, ['person', 'person'], 'chasse', 'aigles');
      const [blue, red] = [new Api(program, seats.blue.token), new Api(program, seats.red.token)];
      let asked: string | undefined;
      for (let n = 0; n < 40 && asked !== 'stop_charge'; n += 1) {
        await say(red, 'evade');
        asked = (await blue.table()).now.asks[0]?.ask.slot.kind;
        if (asked !== 'stop_charge') await say(blue, 'charge');
      }
      expect(asked).toBe('stop_charge');
      await sit(page, program, battle, seats.blue.token);
      const screen = new Screen(page, touch ? finger(page) : mouse(page));
      await screen.stand();
      await expect(screen.ask).toHaveAttribute('data-kind', 'stop_charge');
      await screen.expectOneUnit();
      await expect(page.getByTestId('guide')).toContainText('sa proie esquive');
      // Going on is its default, and the button says so.
      await expect(screen.go).toHaveText(/poursuivre la charge/i);
      await screen.openDecision();
      await expect(screen.ask).toContainText('5e hussards');
      await screen.hand.press(screen.ask.getByTestId('choice-stop_charge'));
      await expect(screen.go).toHaveText(/arrêter la charge/i);
      const sent = page.waitForRequest((request) => request.url().endsWith('/api/seat/answer'));
      await screen.commit();
      expect((await sent).postData()).toContain('"stop_charge"');
      // It rides this quarter to its end, charges no longer, and the journal reports it.
      await expect.poll(async () => (await blue.table()).now.journal.map(({ text }) => text.fr).join('\n')).toMatch(/5e hussards.*arrêt/i);
    });
  });
}
