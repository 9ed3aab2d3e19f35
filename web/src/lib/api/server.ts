// The server as a host: requests over HTTP, a line over a WebSocket. A site without a server has a worker in its place
// (`src/site/host.ts`, chosen by the build as `$host`); the rest of the client is the same.

/** The connection over which a seat receives changes. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** Whether there is no server, and so no other player. */
export const alone: boolean = false;

/** The token of the page's user, where there is no server to give one. */
export const owner: string | null = null;

/** Whether this is a battle in one file: it can only be viewed. */
export const filed: boolean = false;

// Where the table includes the program for the browser (`scripts/modules.mjs`), this device answers for the assistant
// and the rules while the table does not.
type Device = typeof import('../../site/host');
let device: Device | null = null;
let preparing: Promise<unknown> = Promise.resolve();
const prepared = new Set<string>();
/** The time when the table last failed to answer; it is tried again after a while. */
let away = -Infinity;
const AGAIN = 10_000;
const PATIENCE = 4_000;

/** Paths that a device can answer itself. */
const own = (path: string): boolean => /^\/api\/(assistant($|\/[^/]+\/(tests|cases)($|\/))|rules\/)/.test(path.split('?', 1)[0] ?? '');

/** Loads what the assistant needs of a ruleset, so that it works without the table. */
export function prepare(ruleset: string): void {
  if (prepared.has(ruleset) || typeof document === 'undefined' || !document.querySelector('meta[name="modules"]')) return;
  prepared.add(ruleset);
  preparing = preparing.then(async () => {
    try {
      // Files loaded under the control of the service worker are cached by it.
      const kept = isSecureContext && 'serviceWorker' in navigator ? navigator.serviceWorker.ready : null;
      if (kept) await Promise.race([kept, new Promise((good) => setTimeout(good, PATIENCE))]);
      const loaded = await import('../../site/host');
      await loaded.send('/api/assistant', { method: 'GET' });
      await loaded.send(`/api/rules/${encodeURIComponent(ruleset)}`, { method: 'GET' });
      device = loaded;
    } catch {
      // Without it the table answers.
      prepared.delete(ruleset);
    }
  });
}

/** Makes a request. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  if (!own(path)) return fetch(path, init);
  if (device && performance.now() - away < AGAIN) return device.send(path, init);
  const patience = [init.signal, device && AbortSignal.timeout(PATIENCE)].filter((one) => !!one);
  try {
    return await fetch(path, { ...init, ...(patience.length > 0 ? { signal: AbortSignal.any(patience) } : {}) });
  } catch (fault) {
    if (init.signal?.aborted) throw fault;
    await preparing;
    if (!device) throw fault;
    away = performance.now();
    return device.send(path, init);
  }
}

/** Opens a line. */
export function connect(): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/api/seat/ws`) as Wire;
}
