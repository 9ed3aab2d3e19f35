// What changed, laid over what was known.
import type { JournalEntry, Table, Update } from '../api/types';

/** The table after an update. Units, journal and marks grow together; the rest is as the update says. */
export function merge(table: Table, update: Update): Table {
  const before = table.now;
  let units = update.units;
  if (!update.whole) {
    units = { ...before.units, ...update.units };
    for (const id of update.gone) delete units[id];
  }
  // What comes from `journal_from` on takes the place of what was there: an undo cuts the journal back.
  const kept = before.journal.filter((entry) => entry.n < update.journal_from);
  return { ...table, now: { ...update, units, journal: [...kept, ...update.journal] } };
}

/** The journal without the phases in which nothing happened. */
export function eventful(journal: JournalEntry[]): JournalEntry[] {
  return journal.filter((entry, i) => entry.what !== 'clock' || journal[i + 1]?.what !== 'clock');
}

/** Entries of the journal that concern a unit; nobody: all of them. */
export function about(journal: JournalEntry[], units: readonly number[] | null): JournalEntry[] {
  return units === null ? journal : journal.filter((entry) => entry.units.some((id) => units.includes(id)));
}
