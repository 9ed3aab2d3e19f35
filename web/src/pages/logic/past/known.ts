// A log that came once more: the battle that was taken up from it, or was played here, is the same one.
import type { BattleCard } from '../../types';

/** More battles than these are not looked through, the last touched first. */
const MOST = 20;

type Card = Pick<BattleCard, 'id' | 'ruleset' | 'scenario' | 'outcome' | 'touched'>;

/** The battle among these whose log is this one, line by line; nothing if there is none. */
export async function knownBattle(log: string, battles: Card[], logOf: (battle: string) => Promise<string>): Promise<string | null> {
  const [first = ''] = log.split('\n', 1);
  const { head } = JSON.parse(first) as { head?: { ruleset?: string; scenario?: string } };
  // The log of a battle under way is nobody's to read.
  const alike = battles.filter(
    (one) => one.outcome && one.ruleset === head?.ruleset && [one.scenario.fr, one.scenario.en].some((title) => head.scenario?.includes(title)),
  );
  for (const { id } of alike.toSorted((a, b) => b.touched - a.touched).slice(0, MOST)) {
    const kept = await logOf(id).catch(() => '');
    if (kept.trimEnd() === log.trimEnd()) return id;
  }
  return null;
}
