// Applies an update to the known state.
import type { JournalEntry, Table, Update } from '../api/types';

/** The table after an update. Units, journal and marks are merged; the rest comes from the update. */
export function merge(table: Table, update: Update): Table {
  const before = table.now;
  let units = update.units;
  if (!update.whole) {
    units = { ...before.units, ...update.units };
    for (const id of update.gone) delete units[id];
  }
  // Entries from `journal_from` on replace the old ones: an undo shortens the journal.
  const kept = before.journal.filter((entry) => entry.n < update.journal_from);
  return { ...table, now: { ...update, units, journal: [...kept, ...update.journal] } };
}

/** The journal without the phases in which nothing happened. */
export function eventful(journal: JournalEntry[]): JournalEntry[] {
  return journal.filter((entry, i) => entry.what !== 'clock' || journal[i + 1]?.what !== 'clock');
}

/** Entries of the journal about some units; none: all of them. */
export function about(journal: JournalEntry[], units: readonly number[] | null): JournalEntry[] {
  return units === null ? journal : journal.filter((entry) => entry.units.some((id) => units.includes(id)));
}
