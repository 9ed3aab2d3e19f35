// The worker as a host, in the place of `fetch` and `WebSocket` for a server.
import type { Wire } from '../lib/api/server';
import type { Push } from '../lib/api/types';
import type { FromWorker, ToWorker } from './message';

let worker: Worker | null = null;
let calls = 0;
const waiting = new Map<number, (answer: { status: number; kind: string; body: string }) => void>();
const lines = new Map<string, Set<WorkerLine>>();

function host(): Worker {
  if (worker) return worker;
  const made = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  let started = false;
  made.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    started = true;
    if ('call' in data) {
      waiting.get(data.call)?.(data);
      waiting.delete(data.call);
    } else if ('pushes' in data) {
      for (const push of data.pushes) for (const line of lines.get(data.token) ?? []) line.hear(push);
    } else for (const line of [...(lines.get(data.token) ?? [])]) line.close();
  };
  // A worker that could not be loaded answers nothing; the next request tries another.
  made.onerror = () => {
    if (started || worker !== made) return;
    made.terminate();
    worker = null;
    for (const tell of waiting.values()) tell({ status: 0, kind: '', body: '' });
    waiting.clear();
    for (const line of [...lines.values()].flatMap((some) => [...some])) line.close();
  };
  worker = made;
  return made;
}

const post = (message: ToWorker) => host().postMessage(message);

/** Whether there is no server, and so no other player. */
export const alone: boolean = true;

/** The token of the page's user, where there is no server to give one. */
export const owner: string | null = 'local-house';

/** Whether this is a battle in one file: it can only be viewed. */
export const filed: boolean = false;

/** Everything is here already. */
export const prepare = (_ruleset: string): void => undefined;

/** Makes a request. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  const { body } = init;
  const text = body === undefined || body === null ? '' : typeof body === 'string' ? body : await new Response(body).text();
  const id = calls++;
  const answered = new Promise<{ status: number; kind: string; body: string }>((good, bad) => {
    waiting.set(id, good);
    init.signal?.addEventListener('abort', () => {
      waiting.delete(id);
      bad(new DOMException('aborted', 'AbortError'));
    });
  });
  const token = headers.get('Authorization')?.replace(/^Bearer /, '') ?? null;
  post({ call: id, called: { method: init.method ?? 'GET', path, token, signature: headers.get('X-Seat-Signature'), body: text } });
  const { status, kind, body: said } = await answered;
  if (status === 0) throw new TypeError('the worker does not answer');
  // Browsers delete data that no page has asked them to keep.
  if (init.method === 'POST' && path.startsWith('/api/battles') && status < 300) {
    void navigator.storage?.persist?.().catch(() => false);
  }
  return new Response(status === 204 ? null : said, { status, headers: { 'Content-Type': kind } });
}

/** A seat's line to the worker, as a `WebSocket` would be. */
class WorkerLine implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  #token: string | null = null;
  #over = false;

  constructor() {
    queueMicrotask(() => this.onopen?.());
  }

  send(hello: string) {
    const { token, after } = JSON.parse(hello) as { token: string; after: number | null };
    this.#token = token;
    lines.set(token, new Set([...(lines.get(token) ?? []), this]));
    post({ listen: token, after });
  }

  hear(push: Push) {
    if (!this.#over) this.onmessage?.({ data: JSON.stringify(push) });
  }

  close() {
    if (this.#over) return;
    this.#over = true;
    const token = this.#token;
    const others = token === null ? null : lines.get(token);
    others?.delete(this);
    if (token !== null && others?.size === 0) post({ leave: token });
    queueMicrotask(() => this.onclose?.());
  }
}

/** Opens a line. */
export const connect = (): Wire => new WorkerLine();
