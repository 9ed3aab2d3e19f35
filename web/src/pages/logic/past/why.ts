/** Why the computer's generals did what the journal tells: what they thought of the units of an entry in its turn. */

import type { JournalEntry, Why, WhyLine } from '../../types';

/** The reasons that concern an entry, each once, in the order in which they were given. */
export function whyOf(all: Why[], entry: Pick<JournalEntry, 'turn' | 'units'>): WhyLine[] {
  const seen = new Set<string>();
  const lines: WhyLine[] = [];
  for (const why of all) {
    if (why.turn !== entry.turn) continue;
    for (const line of why.lines) {
      if (line.unit === null || line.unit === undefined || !entry.units.includes(line.unit)) continue;
      const key = `${line.unit} ${line.text.en}`;
      if (seen.has(key)) continue;
      seen.add(key);
      lines.push(line);
    }
  }
  return lines;
}
