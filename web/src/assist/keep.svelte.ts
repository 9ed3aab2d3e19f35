// What this browser stores of an evening, so that it can be read when the table does not answer: the list of tests,
// forms, the last situation of each with its result, the user's own units, the history, the examples opened.
import { prepare } from '$host';
import { assistant } from '$lib/api/assist';
import { Refused } from '$lib/api/http';
import type { AssistantCard, Bilingual, CaseCard, CaseView, FollowedView, Handed, Resolved, TestForm } from '$lib/api/types';
import { anyKey } from '../pages/logic/guest';
import type { Situation } from './logic/form';
import { saneUnits, type OwnUnit } from './logic/units';

const PREFIX = 'grognard.assist.';

export function read<T>(key: string): T | null {
  try {
    const kept = localStorage.getItem(PREFIX + key);
    return kept === null ? null : (JSON.parse(kept) as T);
  } catch {
    return null;
  }
}

/** Stores a value; a full or unavailable store drops it, and the page goes on. */
export function write(key: string, value: unknown) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // As above.
  }
}

export const api = () => assistant(anyKey());

/** Whether the table answers. It is polled, and asked at once when the device is back on its network. */
class Connection {
  lost = $state(false);
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    if (typeof addEventListener === 'undefined') return;
    addEventListener('offline', () => {
      this.lose();
      void this.try();
    });
    addEventListener('online', () => void this.try());
    if (typeof navigator !== 'undefined' && navigator.onLine === false) this.lose();
  }

  lose() {
    this.lost = true;
    this.#timer ??= setInterval(() => void this.try(), 5000);
  }

  found() {
    this.lost = false;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async try() {
    try {
      await api().health();
      this.found();
    } catch (fault) {
      // Any response shows that the table answers.
      if (fault instanceof Refused && fault.status !== 0) this.found();
    }
  }

  /** Records the result of a request; returns whether it failed for want of a connection. */
  note(fault: unknown): boolean {
    if (!(fault instanceof Refused) || fault.status !== 0) return false;
    this.lose();
    return true;
  }
}
export const connection = new Connection();

/** Makes a request, and stores the response; when the table does not answer, returns the stored one. */
async function kept<T>(key: string, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask();
    connection.found();
    lookAhead();
    write(key, answer);
    return answer;
  } catch (fault) {
    const old = connection.note(fault) ? read<T>(key) : null;
    if (old === null) throw fault;
    return old;
  }
}

/** The other pages of the assistant and the rules are loaded beforehand: without a connection that would be
 * impossible. */
let ahead: Promise<unknown> | null = null;
function lookAhead() {
  ahead ??= Promise.allSettled([
    import('./Test.svelte'),
    import('./Follow.svelte'),
    import('./Units.svelte'),
    import('./History.svelte'),
    import('./Index.svelte'),
    import('./Cases.svelte'),
    import('./Case.svelte'),
    import('../pages/Rules.svelte'),
  ]);
}

export const theCard = () => kept<AssistantCard>('card', () => api().all());
export function theForm(ruleset: string, test: string): Promise<TestForm> {
  prepare(ruleset);
  return kept<TestForm>(`form.${ruleset}.${test}`, () => api().form(ruleset, test));
}
export const theCases = (ruleset: string) => kept<CaseCard[]>(`cases.${ruleset}`, () => api().cases(ruleset));
export const theCase = (ruleset: string, id: string) => kept<CaseView>(`case.${ruleset}.${id}`, () => api().caseOf(ruleset, id));

/** The last state of a test's page. */
export interface Last {
  situation: Situation;
  dice: number[];
  handed: Handed[];
  resolved: Resolved | null;
  followed: FollowedView | null;
  /** The user's own unit of each group. */
  bound: Record<string, string>;
}
export const lastOf = (ruleset: string, test: string) => read<Last>(`last.${ruleset}.${test}`);
export function keepLast(ruleset: string, test: string, last: Last) {
  write(`last.${ruleset}.${test}`, last);
  write('recent', [ruleset, test]);
}
export const recent = () => read<[string, string]>('recent');

class Units {
  all = $state.raw<OwnUnit[]>(saneUnits(read('units')));

  #set(all: OwnUnit[]) {
    this.all = all;
    write('units', all);
  }

  add(unit: Omit<OwnUnit, 'id' | 'touched'>): OwnUnit {
    const made = { ...unit, id: `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`, touched: Date.now() };
    this.#set([...this.all, made]);
    return made;
  }

  put(unit: OwnUnit) {
    this.#set(this.all.map((one) => (one.id === unit.id ? unit : one)));
  }

  remove(id: string) {
    this.#set(this.all.filter((one) => one.id !== id));
  }

  find(id: string | undefined): OwnUnit | undefined {
    return this.all.find((one) => one.id === id);
  }
}
export const units = new Units();

/** A test that was resolved, or a fight that ended. */
export interface Done {
  when: number;
  ruleset: string;
  test: string;
  title: Bilingual;
  text: Bilingual;
  dice: number[];
  /** The link that opens it again. */
  link: string;
}

const MOST_DONE = 100;

class Evening {
  all = $state.raw<Done[]>((read<Done[]>('history') ?? []).filter((one) => one?.text && one.link).slice(0, MOST_DONE));

  add(done: Done) {
    if (this.all[0]?.link === done.link) return;
    this.all = [done, ...this.all].slice(0, MOST_DONE);
    write('history', this.all);
  }

  clear() {
    this.all = [];
    write('history', null);
  }
}
export const evening = new Evening();
