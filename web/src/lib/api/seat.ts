// Requests of a seat. One object per token.
import { signer } from '../signing';
import { blob, json, text } from './http';
import type {
  Answer,
  Done,
  DossierView,
  Draw,
  EndSheet,
  JournalEntry,
  LensAsked,
  LensView,
  Looked,
  Measured,
  Moment,
  Reply,
  Route,
  Routed,
  Standing,
  Suggestion,
  Table,
  Tape,
  TypedDice,
  VerdictView,
  Why,
} from './types';

export function seat(token: string) {
  const signed = signer(token);
  const sign = <T>(what: string, body: unknown, ...act: [act: Parameters<typeof signed>[1], n: number | null, replies?: unknown]) =>
    signed((headers) => json<T>(token, `/api/seat/${what}`, { method: 'POST', headers, body }), ...act);
  const post = <T>(what: string, body?: unknown, signal?: AbortSignal) =>
    json<T>(token, `/api/seat/${what}`, { method: 'POST', body, ...(signal ? { signal } : {}) });
  return {
    token,
    table: () => json<Table>(token, '/api/seat'),
    ground: (query: string) => text(token, `/api/seat/ground?${query}`),
    unit: (unit: number) => json<DossierView>(token, `/api/seat/units/${unit}`),
    moment: (n: number) => json<Moment>(token, `/api/seat/moments/${n}`),
    chances: (n: number) => json<VerdictView | null>(token, `/api/seat/chances/${n}`),
    journal: (from: number, to: number) => json<JournalEntry[]>(token, `/api/seat/journal?from=${from}&to=${to}`),
    end: () => json<EndSheet>(token, '/api/seat/end'),
    why: () => json<Why[]>(token, '/api/seat/why'),
    report: () => text(token, '/api/seat/report'),
    log: () => blob(token, '/api/seat/log'),
    answer: (ask: number, replies: Reply[]) => sign<Done>('answer', { ask, replies } satisfies Answer, 'answer', ask, replies),
    preview: (ask: number, replies: Reply[], signal?: AbortSignal) => post<Looked>('preview', { ask, replies } satisfies Answer, signal),
    suggest: (ask: number) => post<Suggestion>('suggest', { ask }),
    route: (route: Route, signal?: AbortSignal) => post<Routed>('route', route, signal),
    withdraw: (ask: number) => post<Done>('withdraw', { ask }),
    undo: () => post<Done>('undo'),
    stand: (standing: Standing) => post<Done>('stand', standing),
    revoke: (standing: Standing) => post<Done>('revoke', standing),
    resign: () => sign<Done>('resign', undefined, 'resign', null),
    draw: (draw: Draw) => sign<Done>('draw', draw, draw === 'offer' ? 'offer_draw' : 'decline_draw', null),
    dice: (dice: TypedDice) => post<Done>('dice', dice),
    lens: (lens: LensAsked, signal?: AbortSignal) => post<LensView>('lens', lens, signal),
    measure: (tape: Tape, signal?: AbortSignal) => post<Measured>('measure', tape, signal),
  };
}

export type SeatApi = ReturnType<typeof seat>;
