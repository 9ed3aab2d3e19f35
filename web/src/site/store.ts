// The store of the battles: the browser's own. The changes of one reply are one transaction.
import type { BattleCard, House, ScenarioCard } from '../lib/api/types';
import type { Keep, Rec } from './message';

interface BattleRow {
  id: string;
  record: Rec;
  card: BattleCard;
  kept: unknown;
  lines: number;
  thoughts: string[];
}
interface LinesRow {
  battle: string;
  from: number;
  lines: string[];
}
export interface ScenarioRow {
  id: string;
  text: string;
  card: ScenarioCard;
  nations: House['nations'];
}

/** Another tab has written to this battle. */
export class Changed extends Error {}

/** This browser stores nothing for this site: by its settings, or because its store is broken. */
export class Shut extends Error {}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error ?? new Error('store'));
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((good, bad) => {
    transaction.oncomplete = () => good();
    transaction.onabort = () => bad(transaction.error ?? new Error('store'));
    transaction.onerror = () => bad(transaction.error ?? new Error('store'));
  });

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((good, bad) => {
    const request = indexedDB.open('grognard', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('battles', { keyPath: 'id' });
      request.result.createObjectStore('lines', { keyPath: ['battle', 'from'] });
      request.result.createObjectStore('scenarios', { keyPath: 'id' });
    };
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error ?? new Error('store'));
  });
  return opened.catch((why: unknown) => {
    opened = null;
    throw new Shut('the store does not open', { cause: why });
  });
}

const ofBattle = (battle: string) => IDBKeyRange.bound([battle, 0], [battle, Number.MAX_SAFE_INTEGER]);

/** The ruleset of a battle; null if there is no such battle. */
export async function rulesetOf(battle: string): Promise<string | null> {
  const row = await done<BattleRow | undefined>((await database()).transaction('battles').objectStore('battles').get(battle));
  return row?.record.ruleset ?? null;
}

export async function cards(): Promise<BattleCard[]> {
  const rows = await done<BattleRow[]>((await database()).transaction('battles').objectStore('battles').getAll());
  return rows.map((row) => row.card).sort((a, b) => b.touched - a.touched);
}

export async function scenarios(): Promise<ScenarioRow[]> {
  return done<ScenarioRow[]>((await database()).transaction('scenarios').objectStore('scenarios').getAll());
}

/** The stored data of a battle. */
export async function battle(id: string): Promise<{ record: Rec; lines: string[]; kept: unknown; thoughts: string[] } | null> {
  const reading = (await database()).transaction(['battles', 'lines']);
  const [row, parts] = await Promise.all([
    done<BattleRow | undefined>(reading.objectStore('battles').get(id)),
    done<LinesRow[]>(reading.objectStore('lines').getAll(ofBattle(id))),
  ]);
  if (!row) return null;
  return { record: row.record, kept: row.kept, thoughts: row.thoughts, lines: parts.flatMap((part) => part.lines) };
}

async function put(writing: IDBTransaction, keep: Keep) {
  const [battles, lines, own] = ['battles', 'lines', 'scenarios'].map((name) => writing.objectStore(name)) as [
    IDBObjectStore,
    IDBObjectStore,
    IDBObjectStore,
  ];
  if ('battle' in keep) {
    const { record, card, from, thought } = keep.battle;
    const before = await done<BattleRow | undefined>(battles.get(record.id));
    if ((before?.lines ?? 0) !== from) throw new Changed();
    const thoughts = [...(before?.thoughts ?? []), ...(thought === null ? [] : [thought])];
    const kept = keep.battle.kept ?? before?.kept;
    battles.put({ id: record.id, record, card, kept, lines: from + keep.battle.lines.length, thoughts } satisfies BattleRow);
    if (keep.battle.lines.length > 0) lines.put({ battle: record.id, from, lines: keep.battle.lines } satisfies LinesRow);
  } else if ('gone' in keep) {
    battles.delete(keep.gone.battle);
    lines.delete(ofBattle(keep.gone.battle));
  } else if ('scenario' in keep) {
    const { text, card, nations } = keep.scenario;
    own.put({ id: card.id, text, card, nations } satisfies ScenarioRow);
  } else own.delete(keep.no_scenario.id);
}

/** Stores all of it or nothing. */
export async function keep(all: Keep[]): Promise<void> {
  if (all.length === 0) return;
  const writing = (await database()).transaction(['battles', 'lines', 'scenarios'], 'readwrite', { durability: 'strict' });
  const end = finished(writing);
  try {
    for (const one of all) await put(writing, one);
  } catch (fault) {
    try {
      writing.abort();
    } catch {
      // It was over already.
    }
    await end.catch(() => undefined);
    throw fault;
  }
  await end;
}
