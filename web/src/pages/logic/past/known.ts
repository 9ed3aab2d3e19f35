// A log that is imported again: it is the same battle as the one imported or played before.
import type { BattleCard } from '../../types';

/** The most battles searched, the last changed first. */
const MOST = 20;

type Card = Pick<BattleCard, 'id' | 'ruleset' | 'scenario' | 'outcome' | 'touched'>;

/** The battle among these whose log is this one, line by line; null if there is none. */
export async function knownBattle(log: string, battles: Card[], logOf: (battle: string) => Promise<string>): Promise<string | null> {
  const [first = ''] = log.split('\n', 1);
  const { head } = JSON.parse(first) as { head?: { ruleset?: string; scenario?: string } };
  // The log of a battle under way is not readable.
  const alike = battles.filter(
    (one) => one.outcome && one.ruleset === head?.ruleset && [one.scenario.fr, one.scenario.en].some((title) => head.scenario?.includes(title)),
  );
  for (const { id } of alike.toSorted((a, b) => b.touched - a.touched).slice(0, MOST)) {
    const kept = await logOf(id).catch(() => '');
    if (kept.trimEnd() === log.trimEnd()) return id;
  }
  return null;
}
