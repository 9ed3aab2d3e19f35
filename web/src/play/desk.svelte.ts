// The player's desk: the chosen unit, the open question, the present lens, measurement or replay.
import { Refused } from '$lib/api/http';
import type {
  Ask,
  AskView,
  Bilingual,
  Lens,
  LensView,
  Measured,
  Moment,
  Point,
  Reply,
  SealedView,
  Standing,
  Table,
  TapeEnd,
  UnitView,
} from '$lib/api/types';
import type { Sitting } from '$lib/state/sitting.svelte';
import { fieldOf, subjectOf, unitOf, type Path } from './logic/replies';
import { draftKey, Sheet } from './logic/sheet.svelte';

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
  /** A message to the player: why something was not done. */
  note = $state.raw<Bilingual | null>(null);
  busy = $state(false);
  /** The last turn whose card was closed. */
  read = $state(0);

  /** Whether the player chose the unit, rather than a question. */
  #byHand = false;

  constructor(readonly sitting: Sitting) {}

  get chosen(): number | null {
    return this.#chosen;
  }

  set chosen(id: number | null) {
    // The threats to the previous unit do not apply to this one.
    if (id !== this.#chosen) this.threats = null;
    this.#chosen = id;
  }

  get table(): Table | null {
    return this.sitting.table;
  }

  readonly sheet = $derived.by((): Sheet | null => this.sheets[this.open] ?? this.sheets[0] ?? null);
  /** The units shown: the present ones, or those of the moment looked at. */
  readonly units = $derived.by((): Record<string, UnitView> => this.moment?.units ?? this.table?.now.units ?? {});
  readonly unit = $derived.by(() => (this.chosen === null ? undefined : this.units[this.chosen]));

  /** The unit that the open question is about: its card and its frame are shown with it. */
  readonly subject = $derived.by((): number | null => {
    const spot = this.sheet?.field([this.sheet.at[0] ?? 0]);
    return spot ? subjectOf(spot, (id) => this.table?.now.units[id]?.card.side === this.table?.side) : null;
  });
  /** Whether a unit is shown that the open question is not about. */
  readonly aside = $derived.by((): boolean => {
    const { sheet, chosen } = this;
    if (!sheet || this.moment || chosen === null || chosen === this.subject) return false;
    const about = sheet.field([sheet.at[0] ?? 0])?.field.about;
    if (this.subject === null && about && 'command' in about) return this.unit?.card.command !== about.command;
    return this.subject !== null;
  });

  /** Card and frame go to the unit that the question is about. */
  follow() {
    if (this.moment || !this.sheet) return;
    if (this.subject !== null && this.units[this.subject]) this.chosen = this.subject;
    else if (this.aside) this.chosen = null;
  }

  /** Takes the questions that are open now; a sheet in progress is kept. */
  sync(asks: AskView[], table: Table) {
    const same = (a: Ask, b: Ask) => a.id === b.id && a.fields.length === b.fields.length;
    const next = asks.map((view) => {
      const kept = this.sheets.find((sheet) => same(sheet.view.ask, view.ask));
      return kept ?? new Sheet(this.sitting.api, view, draftKey(table.battle, table.side, view.ask.id));
    });
    if (next.length === this.sheets.length && next.every((sheet, i) => sheet === this.sheets[i])) return;
    for (const sheet of this.sheets) if (!next.includes(sheet)) sheet.close();
    const before = this.sheet;
    this.sheets = next;
    this.open = Math.max(0, before ? next.indexOf(before) : 0);
    this.note = null;
    if (!this.sheet || this.sheet === before) return;
    // A unit chosen by the player stays chosen where the new question begins with units and asks something of it; a
    // question that begins with a command begins there.
    const chosen = this.#byHand ? this.chosen : null;
    this.#byHand = false;
    const first = this.sheet.view.ask.fields[0]?.about;
    const ofUnits = !!first && ('unit' in first || 'part' in first);
    const field = chosen === null || !ofUnits ? null : fieldOf(this.sheet.view.ask, chosen, this.units[chosen]);
    if (field !== null) this.sheet.at = [field];
    else if (this.subject === null) this.chosen = null;
    this.follow();
  }

  /** Chooses a unit; where the open sheet has a field about it, opens that. */
  choose(id: number | null) {
    // While a question is about a unit, choosing none means that unit.
    this.chosen = id ?? (this.moment ? null : this.subject);
    this.note = null;
    if (id === null || this.moment) return;
    this.#byHand = true;
    for (const [i, sheet] of this.sheets.entries()) {
      const field = fieldOf(sheet.view.ask, id, this.units[id]);
      if (field !== null) {
        this.open = i;
        // Of several fields about it, the open one stays open.
        const shown = sheet.view.ask.fields[sheet.at[0] ?? -1];
        if (unitOf(shown?.about) !== id && sheet.at[0] !== field) sheet.at = [field];
        return;
      }
    }
  }

  /** Opens a field of the sheet and chooses its subject. */
  goTo(path: Path) {
    const sheet = this.sheet;
    if (!sheet) return;
    sheet.at = path;
    this.chosen = this.subject;
    this.#byHand = true;
  }

  /** Takes a sealed answer back, with all its replies. */
  async withdraw(sealed: SealedView) {
    const table = this.table;
    if (!table) return;
    const id = sealed.ask.ask.id;
    try {
      sessionStorage.setItem(draftKey(table.battle, table.side, id), JSON.stringify(sealed.replies));
    } catch {
      // A browser without storage shows the proposals.
    }
    await this.attempt(() => this.sitting.api.withdraw(id));
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

  /** Whether the next step can be taken now. */
  readonly ready = $derived.by(() => {
    const sheet = this.sheet;
    return !this.moment && !!sheet && !sheet.busy && sheet.done;
  });

  /** The next step: sends the answer; where a part of it is refused, goes there and shows the reason. */
  async commit() {
    const { sheet } = this;
    if (!this.ready || !sheet) return;
    const turn = this.table?.now.turn ?? 0;
    if (!sheet.wrong) await sheet.commit();
    // The events of the last turn are shown until the first decision of this one.
    if (!sheet.wrong) this.read = Math.max(this.read, turn - 1);
    const { wrong } = sheet;
    if (wrong && this.sheet === sheet && sheet.view.ask.fields.length > wrong.refusal.field) this.goTo([wrong.refusal.field]);
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
      // The panel shows that nothing is known.
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
    this.follow();
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
