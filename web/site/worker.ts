// The page's own worker, listened to and spoken to from a test. Nothing in the site is made for this: the constructor of
// workers is wrapped before the page begins.
import type { Page } from '@playwright/test';
import type { Line } from '../e2e/support/line';

interface Window_ {
  host?: Worker;
  heard: string[];
  calls: number;
  /** What the page has asked of it, and what was answered, in the order of the answers. */
  asked: { call: number; path: string }[];
  answered: { path: string; status: number }[];
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
    here.asked = [];
    here.answered = [];
    window.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        here.host = this;
        this.addEventListener('message', ({ data }) => {
          here.heard.push(JSON.stringify(data));
          const asked = here.asked.find(({ call }) => call === data.call);
          if (asked) here.answered.push({ path: asked.path, status: data.status });
        });
      }

      override postMessage(message: { call?: number; called?: { path: string } }) {
        if (message.call !== undefined && message.called) here.asked.push({ call: message.call, path: message.called.path });
        super.postMessage(message);
      }
    };
  });
}

/** The page's line to its worker, which was wrapped. */
export function line(page: Page): Line {
  const next = async (what: 'asked' | 'answered', path: string, timeout = 30_000): Promise<number> => {
    const before = await page.evaluate(([what, path]) => (window as unknown as Window_)[what].filter((one) => one.path === path).length, [
      what,
      path,
    ] as const);
    const found = await page.waitForFunction(
      ([what, path, before]) => (window as unknown as Window_)[what].filter((one) => one.path === path)[before],
      [what, path, before] as const,
      { timeout },
    );
    return found.evaluate((one) => ('status' in one! ? one.status : 0));
  };
  return { asked: (path, timeout) => next('asked', path, timeout), answered: (path, timeout) => next('answered', path, timeout) };
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
