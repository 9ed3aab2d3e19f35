// A question being answered: the replies so far, their effect, and why they are refused.
import type { SeatApi } from '$lib/api/seat';
import { Refused } from '$lib/api/http';
import type { Angle, AskView, Bilingual, Field, FieldWords, Looked, Point, RefusalView, Reply } from '$lib/api/types';
import { complete, defaults, replyAt, sameKey, sameReply, withReply, type Path, type Spot } from './replies';

const WAIT = 130;

/** The storage key of the draft for a question. */
export const draftKey = (battle: string, side: string | null, ask: number): string => `draft:${battle}:${side}:${ask}`;

/** Forgets all drafts for a battle. */
export function forgetDrafts(battle: string) {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(`draft:${battle}:`)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

export class Sheet {
  replies: Reply[] = $state.raw([]);
  looked = $state.raw<Looked | null>(null);
  /** The replies of the last preview. */
  #lookedAt = $state.raw<Reply[] | null>(null);
  /** Refusals of the answer sent, until something is changed. */
  refused = $state.raw<RefusalView[]>([]);
  /** An error on the way, in words. */
  fault = $state.raw<Bilingual | null>(null);
  busy = $state(false);
  /** The field that is open. */
  at = $state.raw<Path>([0]);
  hint = $state.raw<Bilingual[]>([]);
  /** The replies before advice replaced them. */
  before = $state.raw<Reply[] | null>(null);
  hinting = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | null = null;
  #routing = false;
  #nextRoute: (() => void) | null = null;

  constructor(
    readonly api: SeatApi,
    readonly view: AskView,
    readonly draftKey: string,
  ) {
    this.replies = this.#draft() ?? defaults(view.ask);
    this.look();
  }

  get id(): number {
    return this.view.ask.id;
  }

  /** A draft survives a reload of the page, in this tab alone. */
  #draft(): Reply[] | null {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(this.draftKey) ?? 'null');
      return Array.isArray(kept) && kept.length === this.view.ask.fields.length ? (kept as Reply[]) : null;
    } catch {
      return null;
    }
  }

  #keep() {
    try {
      if (this.touched) sessionStorage.setItem(this.draftKey, JSON.stringify(this.replies));
      else sessionStorage.removeItem(this.draftKey);
    } catch {
      // Only the draft is lost.
    }
  }

  field(path: Path = this.at): Spot | null {
    const [first] = path;
    if (first === undefined) return null;
    let field: Field | undefined = this.view.ask.fields[first];
    let words: FieldWords | undefined = this.view.fields[first];
    let reply = this.replies[first];
    for (let i = 1; i + 1 < path.length; i += 2) {
      if (!field || !reply || !('picked' in reply) || !('pick' in field.shape)) return null;
      const [key, then] = reply.picked[path[i] ?? -1] ?? [];
      const from = field.shape.pick.from;
      const at: number = key ? from.findIndex((choice) => sameKey(choice.key, key)) : -1;
      const inner = path[i + 1] ?? -1;
      words = words?.choices[at]?.then[inner];
      field = from[at]?.then?.[inner];
      reply = then?.[inner];
    }
    return field && reply ? { path, field, words, reply } : null;
  }

  isDefault(index: number): boolean {
    const field = this.view.ask.fields[index];
    const reply = this.replies[index];
    return !!field && !!reply && sameReply(field.default, reply);
  }

  readonly touched = $derived.by(() => this.view.ask.fields.some((_, i) => !this.isDefault(i)));
  readonly done = $derived.by(() =>
    this.view.ask.fields.every((field, i) => {
      const reply = this.replies[i];
      return !!reply && complete(field, reply);
    }),
  );

  set(path: Path, reply: Reply) {
    this.put(withReply(this.replies, path, reply));
  }

  /** Replaces the replies. */
  put(replies: Reply[]) {
    this.replies = replies;
    this.#nextRoute = null;
    this.refused = [];
    this.fault = null;
    this.#keep();
    this.look();
  }

  reset() {
    this.hint = [];
    this.before = null;
    this.put(defaults(this.view.ask));
  }

  /** Restores the replies before the advice. */
  withoutAdvice() {
    const { before } = this;
    if (!before) return;
    this.hint = [];
    this.before = null;
    this.put(before);
  }

  /** Asks for the effect of the answer, once the hand rests. */
  look(wait = WAIT) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), wait);
  }

  async #look() {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const asked = this.replies;
    try {
      const looked = await this.api.preview(this.id, asked, abort.signal);
      if (this.replies !== asked) return;
      this.looked = looked;
      this.#lookedAt = asked;
    } catch (fault) {
      if (fault instanceof Refused && this.replies === asked) {
        // Where measuring is forbidden there is no preview, and the answer is not wrong.
        this.looked = null;
        if (fault.status !== 403) this.fault = fault.text;
      }
    }
  }

  /** The manoeuvres that bring a mover to a point: one request at a time, the last one counts. */
  route(path: Path, to: Point, facing: Angle | null = null) {
    const go = () => void this.#route(path, to, facing);
    if (this.#routing) this.#nextRoute = go;
    else go();
  }

  async #route(path: Path, to: Point, facing: Angle | null) {
    this.#routing = true;
    clearTimeout(this.#timer);
    this.#abort?.abort();
    const asked = this.replies;
    try {
      const routed = await this.api.route({ ask: this.id, replies: asked, field: [...path], to, facing });
      // A later change is newer than this way.
      if (this.replies !== asked) return;
      this.replies = routed.replies;
      this.looked = routed.looked;
      this.#lookedAt = routed.replies;
      this.refused = [];
      this.fault = null;
      this.#keep();
    } catch (fault) {
      if (fault instanceof Refused) {
        this.fault = fault.text;
        this.refused = fault.refusals;
      }
    } finally {
      this.#routing = false;
      const next = this.#nextRoute;
      this.#nextRoute = null;
      next?.();
    }
  }

  async suggest() {
    this.hinting = true;
    try {
      const { replies, reasons } = await this.api.suggest(this.id);
      this.before ??= this.replies;
      this.replies = replies;
      this.hint = reasons;
      this.refused = [];
      this.fault = null;
      this.#keep();
      this.look(0);
    } catch (fault) {
      if (fault instanceof Refused) this.fault = fault.text;
    } finally {
      this.hinting = false;
    }
  }

  async commit() {
    if (this.busy) return;
    this.busy = true;
    this.fault = null;
    try {
      await this.api.answer(this.id, this.replies);
      this.forget();
    } catch (fault) {
      if (fault instanceof Refused) {
        this.fault = fault.text;
        this.refused = fault.refusals;
      }
    } finally {
      this.busy = false;
    }
  }

  /** Refusals to show now: of the answer sent, or of the preview. */
  readonly refusals = $derived.by(() => {
    if (this.refused.length > 0) return this.refused;
    // A refusal from before a change no longer applies.
    return this.replies === this.#lookedAt ? (this.looked?.refusals ?? []) : [];
  });

  reply(path: Path): Reply | undefined {
    return replyAt(this.replies, path);
  }

  /** The first field that is refused. */
  readonly wrong = $derived.by(() => this.refusals[0] ?? null);

  /** Forgets the replies: nothing of them stays in the browser. */
  forget() {
    try {
      sessionStorage.removeItem(this.draftKey);
    } catch {
      // Nothing was stored.
    }
  }

  /** Stops asking. */
  close() {
    clearTimeout(this.#timer);
    this.#abort?.abort();
  }
}
