// The acts of this seat are signed with a key that never leaves the browser (Ed25519). Only a secure page can do this:
// an address of this machine, or https. Elsewhere answers are unsigned, and verification of the log reports it.
import { json, Refused } from './api/http';
import type { Done } from './api/types';

interface Signing {
  battle: string;
  side: 'blue' | 'red';
  turn: number;
  key?: string | null;
}

type Act = 'answer' | 'resign' | 'offer_draw' | 'decline_draw';

const HEADER = 'X-Seat-Signature';
const STORE = 'keys';

const hex = (bytes: ArrayBuffer) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

function says(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** JSON in one canonical form: keys in order, empty members left out. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => says(member));
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

/** The message to sign: the same text as the server makes. */
export function message(about: Signing, act: Act, n: number, replies?: unknown): string {
  const text = `grognard\n${about.battle}\n${about.side}\n${act}\n${n}`;
  return replies === undefined ? text : `${text}\n${canonical(replies)}`;
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('indexedDB'));
  });

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open('grognard.signing', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return (await done(opening)).transaction(STORE, mode).objectStore(STORE);
}

/** The key pair of a seat: made once, stored in this browser, with a secret half that cannot be read. */
async function pair(of: string): Promise<CryptoKeyPair | null> {
  if (!globalThis.isSecureContext || !globalThis.crypto?.subtle || !globalThis.indexedDB) return null;
  try {
    const kept = (await done((await store('readonly')).get(of))) as CryptoKeyPair | undefined;
    if (kept) return kept;
    const made = (await crypto.subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify'])) as CryptoKeyPair;
    await done((await store('readwrite')).put(made, of));
    return made;
  } catch {
    // An older browser, or one without storage.
    return null;
  }
}

/** Signs the acts of a seat. One for each token. */
export function signer(token: string) {
  let about: Promise<Signing> | null = null;
  const ask = (): Promise<Signing> =>
    (about ??= json<Signing>(token, '/api/seat/signing').catch((fault: unknown) => {
      about = null;
      throw fault;
    }));

  async function header(act: Act, n: number | null, replies?: unknown): Promise<Record<string, string>> {
    if (!globalThis.isSecureContext || !globalThis.crypto?.subtle) return {};
    // The turn changes: it is requested for the signature.
    if (n === null) about = null;
    const now = await ask();
    const keys = await pair(`${now.battle} ${now.side}`);
    if (!keys) return {};
    const own = hex(await crypto.subtle.exportKey('raw', keys.publicKey));
    if (now.key !== own) {
      await json<Done>(token, '/api/seat/signing', { method: 'POST', body: { key: own } });
      about = Promise.resolve({ ...now, key: own });
    }
    const text = new TextEncoder().encode(message(now, act, n ?? now.turn, replies));
    return { [HEADER]: hex(await crypto.subtle.sign({ name: 'Ed25519' }, keys.privateKey, text)) };
  }

  /** Sends an act with its signature. If another device of this seat has signed since, once more with this one's
   * key. */
  return async function signed<T>(send: (headers: Record<string, string>) => Promise<T>, act: Act, n: number | null, replies?: unknown): Promise<T> {
    try {
      return await send(await header(act, n, replies));
    } catch (fault) {
      const stale =
        fault instanceof Refused && (fault.what === 'signature' || fault.refusals.some(({ refusal }) => refusal.reason === 'wrong_signature'));
      if (!stale) throw fault;
      about = null;
      return send(await header(act, n, replies));
    }
  };
}
