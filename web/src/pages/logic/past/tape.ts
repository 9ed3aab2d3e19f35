// A finished battle as one page that replays by itself: the client, and all responses that a replay needs.
import { house } from '$lib/api/house';
import { unreached } from '$lib/api/http';
import { seat } from '$lib/api/seat';
import { packed } from '$lib/packed';
import { chairsOf } from '../seats';

/** Responses by path, without their queries. */
export interface Tape {
  answers: Record<string, string>;
}

/** Moments requested at once. */
const AT_ONCE = 4;

/** The responses that a replay needs, for this seat. */
export async function recorded(token: string): Promise<Tape> {
  const here = seat(token);
  const [table, journal, ground, end, why] = await Promise.all([
    here.table(),
    here.journal(0, 4_000_000_000),
    here.ground('width=1600&up=north'),
    here.end(),
    here.why(),
  ]);
  const [rules, all] = await Promise.all([house.rules(table.ruleset, token), house.all().catch(() => null)]);
  const answers: Record<string, unknown> = {
    '/api/house': all && { ...all, rulesets: all.rulesets.filter((one) => one.id === table.ruleset), scenarios: [], folder: '', addresses: [] },
    '/api/seat': { ...table, side: null },
    '/api/seat/journal': journal,
    '/api/seat/end': end,
    '/api/seat/why': why,
    [`/api/rules/${encodeURIComponent(table.ruleset)}`]: rules,
  };
  for (let from = 0; from < journal.length; from += AT_ONCE) {
    const part = journal.slice(from, from + AT_ONCE);
    const moments = await Promise.all(part.map((entry) => here.moment(entry.n)));
    for (const [i, entry] of part.entries()) answers[`/api/seat/moments/${entry.n}`] = moments[i];
  }
  const texts = Object.entries(answers).map(([path, answer]) => [path, JSON.stringify(answer)]);
  return { answers: { ...Object.fromEntries(texts), '/api/seat/ground': ground } };
}

/** The umpire's chair where there is one: a finished battle hides nothing. */
async function umpire(battle: string, token: string): Promise<string> {
  const [chair] = await chairsOf(battle).catch(() => []);
  return chair?.side === null ? chair.token : token;
}

/** The page: the client built for this, with the battle in it. */
export async function page(battle: string, token: string, file: string): Promise<Blob> {
  const empty = await fetch(file).catch(() => null);
  if (!empty?.ok) throw unreached();
  const tape = await packed(JSON.stringify(await recorded(await umpire(battle, token))));
  const text = (await empty.text()).replace(
    '<!--tape-->',
    () => `<script type="text/plain" id="tape" data-battle="${encodeURIComponent(battle)}">${tape}</script>`,
  );
  return new Blob([text], { type: 'text/html;charset=utf-8' });
}
