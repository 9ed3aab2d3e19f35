// Requests to the host. Every one carries its token; every fault is thrown as a `Refused` with words in both languages.
import { alone, send } from '$host';
import type { Bilingual } from '../i18n/format';
import { inBoth, type Word } from '../i18n/words';
import type { Fault, RefusalView } from './types';

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly what: string,
    readonly text: Bilingual,
    readonly refusals: RefusalView[] = [],
    readonly fault: Fault | null = null,
  ) {
    super(text.en);
  }
}

/** The host, or a file of the page, could not be reached. */
export const unreached = (): Refused => new Refused(0, 'unreached', UNREACHED);

const UNREACHED: Bilingual = inBoth(alone ? 'common.unloaded' : 'common.unreached');

/** The error for a missing resource, in words of its own. */
export const absent =
  (word: Word) =>
  (fault: unknown): never => {
    if (fault instanceof Refused && fault.status === 404) throw new Refused(404, fault.what, inBoth(word));
    throw fault;
  };

interface Options {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged (a file). */
  raw?: BodyInit;
  rawType?: string;
  signal?: AbortSignal;
  /** More headers. */
  headers?: Record<string, string>;
}

async function answer(token: string | null, path: string, options: Options): Promise<Response> {
  const headers: Record<string, string> = { ...options.headers };
  if (token) headers.Authorization = `Bearer ${token}`;
  let body: BodyInit | undefined = options.raw;
  if (options.rawType) headers['Content-Type'] = options.rawType;
  if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(options.body);
  }
  let response: Response;
  try {
    response = await send(path, {
      method: options.method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
      cache: 'no-store',
    });
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === 'AbortError') throw fault;
    throw unreached();
  }
  if (response.ok) return response;
  let fault: Fault | null = null;
  try {
    fault = (await response.json()) as Fault;
  } catch {
    // Not an error of the table: a proxy, or no host at all.
  }
  throw new Refused(response.status, fault?.what ?? 'unreached', fault?.text ?? UNREACHED, fault?.refusals ?? [], fault);
}

export async function json<T>(token: string | null, path: string, options: Options = {}): Promise<T> {
  const response = await answer(token, path, options);
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

export async function text(token: string | null, path: string, options: Options = {}): Promise<string> {
  return (await answer(token, path, options)).text();
}

export async function blob(token: string | null, path: string, options: Options = {}): Promise<Blob> {
  return (await answer(token, path, options)).blob();
}
