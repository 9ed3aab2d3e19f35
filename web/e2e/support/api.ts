// The other side, played without a screen: the requests that a friend's device would send.
import { readdirSync } from 'node:fs';
import type { Program } from './program';

export interface Ask {
  id: number;
  slot: { kind: string; side: string };
  fields: { about: unknown; shape: Record<string, unknown>; default: unknown }[];
}
export interface Update {
  seq: number;
  turn: number;
  asks: { ask: Ask; secret: boolean; title: { fr: string; en: string } }[];
  sealed: { ask: { ask: Ask }; replies: unknown[] }[];
  journal: { n: number; what: string; text: { fr: string; en: string }; dice: number[] }[];
  outcome: unknown;
  units: Record<string, { card: { side: string }; name: { fr: string } }>;
}
export interface Table {
  battle: string;
  side: 'blue' | 'red' | null;
  now: Update;
}
export type Leader = 'person' | { staff: string };
interface Seat {
  side: 'blue' | 'red' | null;
  token: string;
  links: string[];
}

export class Api {
  constructor(
    readonly program: Program,
    readonly token: string,
  ) {}

  async send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(this.program.base + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async good<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 400)}`);
    return JSON.parse(text) as T;
  }

  table(): Promise<Table> {
    return this.good('GET', '/api/seat');
  }

  /** Answers the open question, with some replies of its own; returns its kind. */
  async answer(change: (kind: string, replies: unknown[], ask: Ask) => unknown[] = (_, replies) => replies): Promise<Ask> {
    const { now } = await this.table();
    const ask = now.asks[0]?.ask;
    if (!ask) throw new Error('nothing is asked of this side');
    const replies = change(
      ask.slot.kind,
      ask.fields.map((field) => field.default),
      ask,
    );
    await this.good('POST', '/api/seat/answer', { ask: ask.id, replies });
    return ask;
  }

  /** Answers all questions of this side, by advice or by proposal, until none is open. */
  async answerAll(how: 'advice' | 'hold' = 'advice') {
    for (;;) {
      const { now } = await this.table();
      const ask = now.asks[0]?.ask;
      if (!ask || now.outcome) return;
      if (how === 'hold') {
        await this.answer();
        continue;
      }
      const { replies } = await this.good<{ replies: unknown[] }>('POST', '/api/seat/suggest', { ask: ask.id });
      await this.good('POST', '/api/seat/answer', { ask: ask.id, replies });
    }
  }
}

/** One choice, without further fields. */
export const pick = (does: string) => ({ picked: [[{ does }, []]] });

/** The first ruleset that the program has, by its id. */
export async function usual(program: Program): Promise<string> {
  const { rulesets } = await new Api(program, program.house).good<{ rulesets: { id: string }[] }>('GET', '/api/house');
  return rulesets[0]?.id ?? '';
}

/** The rulesets: tests are named by them before a program runs (`whole-battle.spec.ts` looks that none is missing). */
export const RULESETS = readdirSync(new URL('../../../data/tables', import.meta.url)).map((name) => name.replace(/\.\w+$/, ''));

/** Every ruleset of the program, by its id. */
export async function playing(program: Program): Promise<string[]> {
  const { rulesets } = await new Api(program, program.house).good<{ rulesets: { id: string }[] }>('GET', '/api/house');
  return rulesets.map((one) => one.id);
}

/** A general of the computer and a ruleset, whichever the program has. */
export async function begin(
  program: Program,
  leaders: ('person' | 'staff')[],
  scenario = 'premier-feu',
  ruleset?: string,
): Promise<{ battle: string; seats: Record<'blue' | 'red', Seat> }> {
  const house = new Api(program, program.house);
  const { rulesets, generals } = await house.good<{ rulesets: { id: string }[]; generals: { id: string }[] }>('GET', '/api/house');
  const opened = await house.good<{ battle: string; seats: Seat[] }>('POST', '/api/battles', {
    scenario,
    ruleset: ruleset ?? rulesets[0]?.id,
    leaders: leaders.map((who) => (who === 'person' ? who : { staff: generals[0]?.id })),
  });
  const seats = Object.fromEntries(opened.seats.map((seat) => [seat.side, seat])) as Record<'blue' | 'red', Seat>;
  return { battle: opened.battle, seats };
}

/** A seat of a battle that was started at the screen. */
export async function seatOf(program: Program, battle: string, side: 'blue' | 'red'): Promise<Api> {
  const { seats } = await new Api(program, program.house).good<{ seats: Seat[] }>('GET', `/api/battles/${battle}/seats`);
  return new Api(program, seats.find((seat) => seat.side === side)?.token ?? '');
}
