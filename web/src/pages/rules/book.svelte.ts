// The rulebooks loaded so far, and the one rule that is open beside the page.
import { house } from '$lib/api/house';
import { Refused } from '$lib/api/http';
import { anyKey } from '../logic/guest';
import type { RuleCard } from '../types';

const books = new Map<string, Promise<RuleCard[]>>();

/** The rules of a ruleset, requested once. A seat's token is enough, as is the owner's. */
export function book(ruleset: string, token: string | null = anyKey()): Promise<RuleCard[]> {
  const known = books.get(ruleset);
  if (known) return known;
  const asked = house.rules(ruleset, token).then(
    (rules) => {
      keep(ruleset, rules);
      return rules;
    },
    (fault: unknown) => {
      const old = fault instanceof Refused && fault.status === 0 ? kept(ruleset) : null;
      if (old) return old;
      throw fault;
    },
  );
  books.set(ruleset, asked);
  asked.catch(() => books.delete(ruleset));
  return asked;
}

// A book that was loaded once stays readable when the table does not answer.
const KEPT = 'grognard.rules.';

function keep(ruleset: string, rules: RuleCard[]) {
  try {
    localStorage.setItem(KEPT + ruleset, JSON.stringify(rules));
  } catch {
    // A browser without storage, or with a full store, requests it again.
  }
}

function kept(ruleset: string): RuleCard[] | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT + ruleset) ?? 'null');
    return Array.isArray(found) ? (found as RuleCard[]) : null;
  } catch {
    return null;
  }
}

/** The rule that is open. */
export interface OpenRule {
  ruleset: string;
  id: string;
  token: string | null;
}

class Open {
  now = $state.raw<OpenRule | null>(null);
  /** The element that gets the focus back. */
  from: HTMLElement | null = null;
}

export const open = new Open();

/** Shows a rule beside the table. */
export function openRule(ruleset: string, id: string, token: string | null = anyKey()) {
  if (!open.now && document.activeElement instanceof HTMLElement) open.from = document.activeElement;
  open.now = { ruleset, id, token };
}

/** Closes it. */
export function closeRule() {
  open.now = null;
  open.from?.focus();
  open.from = null;
}
