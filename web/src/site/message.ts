// The messages between the page and its worker, and between the worker and the module.
import type { BattleCard, House, Push, ScenarioCard } from '../lib/api/types';

/** A request in the form that a server would receive. */
export interface Called {
  method: string;
  path: string;
  token: string | null;
  signature: string | null;
  body: string;
}

export type ToWorker = { call: number; called: Called } | { listen: string; after: number | null } | { leave: string };

export type FromWorker =
  { call: number; status: number; kind: string; body: string } | { token: string; pushes: Push[] } | { token: string; gone: true };

/** Responses that the build has requested of the modules, so that the first page needs none of them. */
export interface Index {
  house: House;
  /** File with the contents of the assistant. */
  assistant: string;
  /** Files of the modules, by ruleset. */
  modules: Record<string, string>;
  /** Rule texts and worked examples, which no battle needs. */
  texts: Record<string, string>;
  /** Pictures of the scenarios. */
  pictures: string[];
}

export interface Rec {
  id: string;
  ruleset: string;
  [more: string]: unknown;
}

export type Keep =
  | { battle: { record: Rec; card: BattleCard; from: number; lines: string[]; kept: unknown; thought: string | null } }
  | { gone: { battle: string } }
  | { scenario: { text: string; card: ScenarioCard; nations: House['nations'] } }
  | { no_scenario: { id: string } };

export interface Reply {
  status: number;
  kind: string;
  body: string;
  needs: string | null;
  keep: Keep[];
  told: { token: string; push: Push }[];
  think: string | null;
}
