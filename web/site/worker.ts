// The page's own worker, listened to and spoken to from a test. Nothing in the site is made for this: the constructor of
// workers is wrapped before the page begins.
import type { Page } from '@playwright/test';

interface Window_ {
  host?: Worker;
  heard: string[];
  calls: number;
}

export interface Table {
  side: string | null;
  now: {
    asks: { ask: { id: number; slot: { kind: string }; fields: { default: unknown }[] } }[];
    sealed: { replies: unknown[] }[];
    outcome: unknown;
    turn: number;
  };
}

/** Wraps the worker; to be called before the page is opened. */
export async function wrap(page: Page) {
  await page.addInitScript(() => {
    const here = window as unknown as Window_;
    here.heard = [];
    here.calls = 1_000_000;
    window.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        here.host = this;
        this.addEventListener('message', ({ data }) => here.heard.push(JSON.stringify(data)));
      }
    };
  });
}

/** All that the worker has sent to the page since it was opened. */
export const heard = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as Window_).heard);

/** A request to the worker, as the client makes it. */
export async function call(page: Page, method: string, path: string, token: string, body?: unknown): Promise<{ status: number; body: string }> {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return page.evaluate(
    ([method, path, token, body]) =>
      new Promise<{ status: number; body: string }>((good) => {
        const here = window as unknown as Window_;
        const id = here.calls++;
        const worker = here.host!;
        const listen = ({ data }: MessageEvent<{ call?: number; status: number; body: string }>) => {
          if (data.call !== id) return;
          worker.removeEventListener('message', listen);
          good({ status: data.status, body: data.body });
        };
        worker.addEventListener('message', listen);
        worker.postMessage({ call: id, called: { method, path, token, signature: null, body } });
      }),
    [method, path, token, text] as const,
  );
}

export async function good<T>(page: Page, method: string, path: string, token: string, body?: unknown): Promise<T> {
  const { status, body: said } = await call(page, method, path, token, body);
  if (status < 200 || status >= 300) throw new Error(`${method} ${path}: ${status} ${said.slice(0, 400)}`);
  return JSON.parse(said) as T;
}

export async function begin(page: Page, ruleset: string, leaders: unknown[]): Promise<string> {
  const opened = await good<{ battle: string }>(page, 'POST', '/api/battles', 'local-house', { scenario: 'premier-feu', ruleset, leaders });
  return opened.battle;
}

/** Answers as the staff advises, so many times or until nothing is asked (looked for so many times) or the battle is over. */
export async function play(page: Page, token: string, most = Infinity, patience = 3000): Promise<number> {
  let answers = 0;
  for (let waited = 0; answers < most && waited < patience;) {
    const { now } = await good<Table>(page, 'GET', '/api/seat', token);
    if (now.outcome) break;
    const ask = now.asks[0]?.ask.id;
    if (ask === undefined) {
      // The computer is thinking.
      waited += 1;
      await page.waitForTimeout(20);
      continue;
    }
    waited = 0;
    const { replies } = await good<{ replies: unknown[] }>(page, 'POST', '/api/seat/suggest', token, { ask });
    await good(page, 'POST', '/api/seat/answer', token, { ask, replies });
    answers += 1;
  }
  return answers;
}
