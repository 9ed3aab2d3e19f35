// A seat in use: its whole state, kept up to date by the socket.
import { seat, type SeatApi } from '../api/seat';
import { Line } from '../api/socket';
import type { JournalEntry, Table } from '../api/types';
import type { Bilingual } from '../i18n/format';
import { merge } from './merge';

export class Sitting {
  table = $state.raw<Table | null>(null);
  connected = $state(true);
  closed = $state.raw<Bilingual | null>(null);
  readonly api: SeatApi;
  readonly #line: Line;

  /** `fresh` receives new entries of the journal, so that they can be shown as they happen. */
  constructor(token: string, fresh: (entries: JournalEntry[], before: Table, now: Table) => void = () => undefined) {
    this.api = seat(token);
    this.#line = new Line(token, {
      table: (table) => {
        this.table = table;
      },
      update: (update) => {
        const before = this.table;
        if (!before) return;
        const now = merge(before, update);
        // A known entry is not new: a test replaces its dice.
        const known = new Set(before.now.journal.map((entry) => `${entry.n} ${entry.what}`));
        const entries = update.whole ? [] : update.journal.filter((entry) => !known.has(`${entry.n} ${entry.what}`));
        if (entries.length > 0) fresh(entries, before, now);
        this.table = now;
      },
      closed: (why) => {
        this.closed = why;
      },
      state: (connected) => {
        this.connected = connected;
      },
    });
  }

  /** Loads the entries of the journal before the known ones. */
  async older() {
    const first = this.table?.now.journal[0]?.n ?? 0;
    if (first === 0) return;
    const entries = await this.api.journal(Math.max(0, first - 300), first);
    const table = this.table;
    if (!table) return;
    const before = entries.filter((entry) => entry.n < (table.now.journal[0]?.n ?? 0));
    this.table = { ...table, now: { ...table.now, journal: [...before, ...table.now.journal] } };
  }

  leave() {
    this.#line.close();
    this.table = null;
  }
}
