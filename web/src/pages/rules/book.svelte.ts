// The rulebooks read so far, and the one rule that is open beside whatever is on the screen.
import { house } from '$lib/api/house';
import { anyKey } from '../logic/guest';
import type { RuleCard } from '../types';

const books = new Map<string, Promise<RuleCard[]>>();

/** The rules of a ruleset, asked once. A seat's token opens them as well as the owner's. */
export function book(ruleset: string, token: string | null = anyKey()): Promise<RuleCard[]> {
  const known = books.get(ruleset);
  if (known) return known;
  const asked = house.rules(ruleset, token);
  books.set(ruleset, asked);
  asked.catch(() => books.delete(ruleset));
  return asked;
}

/** The rule that is open. */
export interface OpenRule {
  ruleset: string;
  id: string;
  token: string | null;
}

class Open {
  now = $state.raw<OpenRule | null>(null);
  /** What to give the focus back to. */
  from: HTMLElement | null = null;
}

export const open = new Open();

/** Shows a rule beside the table. */
export function openRule(ruleset: string, id: string, token: string | null = anyKey()) {
  if (!open.now && document.activeElement instanceof HTMLElement) open.from = document.activeElement;
  open.now = { ruleset, id, token };
}

/** Puts it away again. */
export function closeRule() {
  open.now = null;
  open.from?.focus();
  open.from = null;
}
