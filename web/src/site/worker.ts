// The host without a server: the same program, in a worker, with the browser's own store. Requests are answered one
// after the other; changes are stored before the page is told.
import type { Push } from '../lib/api/types';
import { XzReadableStream } from 'xz-decompress';
import type { Called, FromWorker, Index, Reply, ToWorker } from './message';
import { answer, random } from './module.js';
import { battle, cards, Changed, keep, rulesetOf, scenarios, Shut } from './store';

const post = (message: FromWorker) => self.postMessage(message);
const at = (file: string) => new URL(file, self.location.href.replace(/assets\/[^/]*$/, '')).href;

let index: Promise<Index> | null = null;
function known(): Promise<Index> {
  index ??= fetch(at('site.json')).then((file) => file.json() as Promise<Index>);
  index.catch(() => (index = null));
  return index;
}

const modules = new Map<string, Promise<WebAssembly.Module>>();
const running = new Map<string, WebAssembly.Instance>();

/** Files of modules are compressed, better than web hosts compress. */
async function load(ruleset: string): Promise<WebAssembly.Module> {
  const name = (await known()).modules[ruleset];
  if (!name) throw new Error(`no module for ${ruleset}`);
  const file = await fetch(at(name));
  if (!file.ok || !file.body) throw new Error(`${name}: ${file.status}`);
  return WebAssembly.compile(await new Response(new XzReadableStream(file.body)).arrayBuffer());
}

async function module(ruleset: string): Promise<WebAssembly.Instance> {
  const there = running.get(ruleset);
  if (there) return there;
  let loading = modules.get(ruleset);
  if (!loading) {
    loading = load(ruleset);
    modules.set(ruleset, loading);
    loading.catch(() => modules.delete(ruleset));
  }
  const instance = await WebAssembly.instantiate(await loading);
  running.set(ruleset, instance);
  return instance;
}

/** Modules that have received the rule texts and the worked examples. */
const told = new WeakSet<WebAssembly.Instance>();
const SHOWS = /^\/api\/(rules\/|assistant\/[^/]+\/(cases|tests)(\/|$))/;

/** Supplies them before the first request that shows any of them; a form without its examples is better than none. */
async function bring(ruleset: string, { method, path }: Called) {
  if (method !== 'GET' || !SHOWS.test(path)) return;
  const instance = await module(ruleset);
  const name = (await known()).texts[ruleset];
  if (told.has(instance) || !name) return;
  const file = await fetch(at(name)).catch((fault: unknown) => {
    if (!path.includes('/tests/')) throw fault;
    return null;
  });
  if (!file) return;
  if (!file.ok || !file.body) throw new Error(`${name}: ${file.status}`);
  const texts: unknown = await new Response(new XzReadableStream(file.body)).json();
  answer(instance, { now: 0, random: '', ask: { texts } });
  told.add(instance);
}

/** Asks a module; one that crashes is restarted and reports it. */
async function ask(ruleset: string, what: unknown): Promise<Reply> {
  const request = { now: Date.now(), random: random(), ask: what };
  const instance = await module(ruleset);
  try {
    return answer(instance, request) as Reply;
  } catch (fault) {
    if (!(fault instanceof WebAssembly.RuntimeError)) throw fault;
    reportError(fault);
    running.delete(ruleset);
    return answer(await module(ruleset), { ...request, ask: 'broken' }) as Reply;
  }
}

const battleOf = (token: string) => /^local-([0-9a-f]+)-/.exec(token)?.[1] ?? null;
const listeners = new Set<string>();

function tell(reply: Reply) {
  const pushes = new Map<string, Push[]>();
  for (const { token, push } of reply.told) {
    if (listeners.has(token)) pushes.set(token, [...(pushes.get(token) ?? []), push]);
  }
  for (const [token, all] of pushes) post({ token, pushes: all });
}

/** Asks, supplies what is needed, and stores the changes. */
async function settle(ruleset: string, what: unknown): Promise<Reply> {
  let reply = await ask(ruleset, what);
  if (reply.needs) {
    const kept = await battle(reply.needs);
    // A missing battle is not found, by whatever name.
    if (!kept) return ask(ruleset, { call: { method: 'GET', path: '/api/nowhere' } });
    const given = await ask(ruleset, { give: kept });
    if (given.status >= 400) return given;
    reply = await ask(ruleset, what);
  }
  try {
    await keep(reply.keep);
  } catch (fault) {
    const id = reply.keep.map((one) => ('battle' in one ? one.battle.record.id : null)).find((one) => one) ?? null;
    const why = fault instanceof Changed ? 'changed' : fault instanceof DOMException && fault.name === 'QuotaExceededError' ? 'full' : 'store';
    reply = await ask(ruleset, { unkept: { battle: id, why } });
  }
  tell(reply);
  if (reply.think) think(ruleset, reply.think);
  return reply;
}

// Every request waits for the one before it.
let last: Promise<unknown> = Promise.resolve();
function queue<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
}

const thinking = new Set<string>();

/** The computer continues after the requests that already wait: the page is answered in between. */
function think(ruleset: string, id: string) {
  if (thinking.has(id)) return;
  thinking.add(id);
  setTimeout(() => {
    void queue(async () => {
      thinking.delete(id);
      await settle(ruleset, { think: { battle: id } });
    }).catch((fault: unknown) => reportError(fault));
  });
}

/** The ruleset by which a request is answered; the first where any will do. */
async function whose({ path, token, body }: Called): Promise<string> {
  const { modules } = await known();
  const [route = '', query = ''] = path.split('?', 2);
  const [, , what = '', name = ''] = route.split('/').map(decodeURIComponent);
  const head = () => {
    try {
      const first = JSON.parse(body.slice(0, body.indexOf('\n') >>> 0)) as { head?: { ruleset?: string } };
      return first.head?.ruleset ?? '';
    } catch {
      return '';
    }
  };
  let ruleset: string | null = '';
  if (what === 'seat') ruleset = await rulesetOf(battleOf(token ?? '') ?? '');
  else if (what === 'assistant' || what === 'rules') ruleset = name;
  else if (what === 'battles' && name === 'import') ruleset = head();
  else if (what === 'battles' && name) ruleset = await rulesetOf(name);
  else if (what === 'battles') ruleset = (JSON.parse(body) as { ruleset: string }).ruleset;
  else if (what === 'scenarios') ruleset = new URLSearchParams(query).get('ruleset');
  return ruleset && ruleset in modules ? ruleset : (Object.keys(modules)[0] ?? '');
}

const json = (value: unknown) => ({ status: 200, kind: 'application/json', body: JSON.stringify(value) });

/** Requests that need no module: those answered by the build, and the contents of the store. */
async function atOnce({ method, path }: Called): Promise<{ status: number; kind: string; body: string } | null> {
  if (method !== 'GET') return null;
  if (path === '/api/battles') return json(await cards());
  if (path === '/api/assistant') {
    const file = await fetch(at((await known()).assistant));
    if (!file.ok) throw new Error(`assistant: ${file.status}`);
    return { status: 200, kind: 'application/json', body: await file.text() };
  }
  if (path === '/api/house') {
    const [{ house }, own] = await Promise.all([known(), scenarios().catch(() => [])]);
    const nations = Object.assign({}, ...own.map((one) => one.nations), house.nations) as typeof house.nations;
    return json({ ...house, scenarios: [...house.scenarios, ...own.map((one) => one.card)], nations });
  }
  const drawn = /^\/api\/scenarios\/([^/?]+)\/picture(\?.*)?$/.exec(path);
  if (drawn && !new URLSearchParams(drawn[2] ?? '').get('ruleset')) {
    const name = decodeURIComponent(drawn[1] ?? '');
    if ((await known()).pictures.includes(name)) {
      return { status: 200, kind: 'image/svg+xml', body: await (await fetch(at(`pictures/${name}.svg`))).text() };
    }
  }
  return null;
}

/** The error where the browser stores nothing, in words. */
async function shut(): Promise<Reply> {
  const [any = ''] = Object.keys((await known()).modules);
  return ask(any, { unkept: { battle: null, why: 'store' } });
}

async function call(called: Called) {
  const there = await atOnce(called);
  if (there) return there;
  const own = /^\/api\/(battles$|scenarios)/.test(called.path) ? await scenarios() : [];
  const texts = Object.fromEntries(own.map((one) => [one.id, one.text]));
  const ruleset = await whose(called);
  await bring(ruleset, called);
  return settle(ruleset, { call: { ...called, scenarios: texts } });
}

async function listen(token: string, after: number | null) {
  const ruleset = await rulesetOf(battleOf(token) ?? '');
  if (!ruleset) return post({ token, gone: true });
  listeners.add(token);
  const reply = await settle(ruleset, { listen: { token, after } });
  if (reply.status >= 400) post({ token, gone: true });
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ('leave' in data) listeners.delete(data.leave);
  else if ('listen' in data) {
    queue(() => listen(data.listen, data.after)).catch((fault: unknown) => {
      reportError(fault);
      post({ token: data.listen, gone: true });
    });
  } else {
    const id = data.call;
    const answered = queue(() => call(data.called)).catch((fault: unknown) => {
      if (fault instanceof Shut) return shut();
      throw fault;
    });
    answered.then(
      ({ status, kind, body }) => post({ call: id, status, kind, body }),
      (fault: unknown) => {
        reportError(fault);
        post({ call: id, status: 0, kind: '', body: '' });
      },
    );
  }
};
