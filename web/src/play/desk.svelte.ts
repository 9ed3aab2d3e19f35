// The player's desk: which unit is chosen, which question is open, what is looked at through a lens, measured or replayed.
import { Refused } from '$lib/api/http';
import type {
  Ask, AskView, Bilingual, Lens, LensView, Measured, Moment, Point, Reply, Standing, Table, TapeEnd, UnitView,
} from '$lib/api/types';
import type { Sitting } from '$lib/state/sitting.svelte';
import { fieldOf, type Path } from './replies';
import { Sheet } from './sheet.svelte';

export type Tool = 'choose' | 'measure';

export class Desk {
  #chosen = $state<number | null>(null);
  tool = $state<Tool>('choose');
  lens = $state<Lens | null>(null);
  lensView = $state.raw<LensView | null>(null);
  /** What the enemy can do to the chosen unit. */
  threats = $state.raw<LensView | null>(null);
  tape = $state.raw<TapeEnd[]>([]);
  measured = $state.raw<Measured | null>(null);
  moment = $state.raw<Moment | null>(null);
  sheets = $state.raw<Sheet[]>([]);
  open = $state(0);
  /** A word to the player: why something was not done. */
  note = $state.raw<Bilingual | null>(null);
  busy = $state(false);

  constructor(readonly sitting: Sitting) {}

  get chosen(): number | null {
    return this.#chosen;
  }

  set chosen(id: number | null) {
    // What threatened the unit before does not threaten this one.
    if (id !== this.#chosen) this.threats = null;
    this.#chosen = id;
  }

  get table(): Table | null {
    return this.sitting.table;
  }

  readonly sheet = $derived.by((): Sheet | null => this.sheets[this.open] ?? this.sheets[0] ?? null);
  /** The units shown: those of now, or of the moment looked at. */
  readonly units = $derived.by((): Record<string, UnitView> => this.moment?.units ?? this.table?.now.units ?? {});
  readonly unit = $derived.by(() => (this.chosen === null ? undefined : this.units[this.chosen]));

  /** Takes up the questions that are open now; a sheet under way is kept. */
  sync(asks: AskView[], table: Table) {
    const same = (a: Ask, b: Ask) => a.id === b.id && a.fields.length === b.fields.length;
    const next = asks.map((view) => {
      const kept = this.sheets.find((sheet) => same(sheet.view.ask, view.ask));
      return kept ?? new Sheet(this.sitting.api, view, `draft:${table.battle}:${table.side}:${view.ask.id}`);
    });
    if (next.length === this.sheets.length && next.every((sheet, i) => sheet === this.sheets[i])) return;
    for (const sheet of this.sheets) if (!next.includes(sheet)) sheet.close();
    const before = this.sheet;
    this.sheets = next;
    this.open = Math.max(0, before ? next.indexOf(before) : 0);
    this.note = null;
    const about = this.sheet && next.length > 0 && this.sheet !== before ? this.sheet.view.ask.fields[0]?.about : undefined;
    if (about && 'unit' in about && this.sheet?.view.ask.fields.length === 1) this.chosen = about.unit;
  }

  /** Chooses a unit; where the open sheet has a field about it, goes there. */
  choose(id: number | null) {
    this.chosen = id;
    this.note = null;
    if (id === null || this.moment) return;
    for (const [i, sheet] of this.sheets.entries()) {
      const field = fieldOf(sheet.view.ask, id, this.units[id]);
      if (field !== null) {
        this.open = i;
        if (sheet.at[0] !== field) sheet.at = [field];
        return;
      }
    }
  }

  /** Opens a field of the sheet and chooses what it is about. */
  goTo(path: Path) {
    const sheet = this.sheet;
    if (!sheet) return;
    sheet.at = path;
    const about = sheet.field([path[0] ?? 0])?.field.about;
    if (about && 'unit' in about) this.chosen = about.unit;
    else if (about && 'part' in about) this.chosen = about.part[0];
  }

  async attempt(what: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.note = null;
    try {
      await what();
      return true;
    } catch (fault) {
      if (fault instanceof Refused) this.note = fault.text;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Whether the one next step can be taken now. */
  readonly ready = $derived.by(() => {
    const sheet = this.sheet;
    return !this.moment && !!sheet && !sheet.busy && sheet.done;
  });

  /** The one next step: gives the answer as it stands. */
  commit() {
    if (this.ready) void this.sheet?.commit();
  }

  undo() {
    const undo = this.table?.now.undo;
    if (!undo) return;
    if (undo.possible) void this.attempt(() => this.sitting.api.undo());
    else this.note = undo.text;
  }

  async look(lens: Lens | null) {
    this.lens = lens;
    this.lensView = null;
    if (!lens || this.chosen === null) return;
    const unit = this.chosen;
    try {
      const view = await this.sitting.api.lens({ unit, lens });
      if (this.lens === lens && this.chosen === unit) this.lensView = view;
      if (lens === 'threats' && this.chosen === unit) this.threats = view;
    } catch (fault) {
      if (fault instanceof Refused) this.note = fault.text;
    }
  }

  async lookAtThreats() {
    if (this.chosen === null) return;
    const unit = this.chosen;
    try {
      const view = await this.sitting.api.lens({ unit, lens: 'threats' });
      if (this.chosen === unit) this.threats = view;
    } catch {
      // The panel says that nothing is known.
    }
  }

  async measure(at: Point, unit: number | null) {
    const end: TapeEnd = unit === null ? { spot: at } : { unit };
    if (this.tape.length !== 1) {
      this.tape = [end];
      this.measured = null;
      return;
    }
    const [from] = this.tape;
    this.tape = [...this.tape, end];
    if (!from) return;
    try {
      this.measured = await this.sitting.api.measure({ from, to: end });
    } catch (fault) {
      if (fault instanceof Refused) this.note = fault.text;
      this.tape = [];
    }
  }

  async showMoment(n: number) {
    try {
      this.moment = await this.sitting.api.moment(n);
      const first = this.moment.entry.units[0];
      this.chosen = first !== undefined && this.moment.units[first] ? first : null;
      this.lens = null;
      this.lensView = null;
    } catch (fault) {
      if (fault instanceof Refused) this.note = fault.text;
    }
  }

  now() {
    this.moment = null;
  }

  /** Standing answers for a unit, for all units of a command, or for all. */
  async stand(standing: Standing, scope: 'this' | 'command' | 'all') {
    const { about } = standing;
    const units = this.table?.now.units ?? {};
    const list: Standing[] = [];
    if (scope === 'all') list.push({ ...standing, about: null });
    else if (scope === 'command' && about && 'unit' in about) {
      const command = units[about.unit]?.card.command ?? null;
      for (const [id, unit] of Object.entries(units)) {
        if (command !== null && unit.card.command === command) list.push({ ...standing, about: { unit: Number(id) } });
      }
    } else list.push(standing);
    await this.attempt(async () => {
      for (const one of list) await this.sitting.api.stand(one);
    });
  }

  close() {
    for (const sheet of this.sheets) sheet.close();
  }
}

export const legsOf = (reply: Reply | undefined) => (reply && 'marched' in reply ? reply.marched.legs : []);
