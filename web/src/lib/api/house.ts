// Requests of the owner of the house: battles, scenarios, rules.
import { alone } from '$host';
import { houseKey } from '../keys';
import { absent, blob, json, text } from './http';
import type { BattleCard, Continue, House, HouseKey, NewBattle, Opened, Rename, RuleCard, ScenarioCard } from './types';

const id = encodeURIComponent;

/** Without a server a missing battle may be in another browser. */
const elsewhere = absent(alone ? 'play.elsewhere' : 'play.gone');

export const house = {
  key: () => json<HouseKey>(null, '/api/key'),
  all: () => json<House>(houseKey(), '/api/house'),
  battles: () => json<BattleCard[]>(houseKey(), '/api/battles'),
  begin: (battle: NewBattle) => json<Opened>(houseKey(), '/api/battles', { body: battle }),
  rename: (battle: string, rename: Rename) => json<void>(houseKey(), `/api/battles/${id(battle)}`, { method: 'PATCH', body: rename }),
  remove: (battle: string) => json<void>(houseKey(), `/api/battles/${id(battle)}`, { method: 'DELETE' }),
  seats: (battle: string) => json<Opened>(houseKey(), `/api/battles/${id(battle)}/seats`).catch(elsewhere),
  picture: (battle: string) => blob(houseKey(), `/api/battles/${id(battle)}/picture`),
  log: (battle: string) => blob(houseKey(), `/api/battles/${id(battle)}/log`),
  bring: (file: Blob) => json<Opened>(houseKey(), '/api/battles/import', { raw: file, rawType: 'application/x-ndjson', method: 'POST' }),
  goOn: (battle: string, from: Continue) => json<Opened>(houseKey(), `/api/battles/${id(battle)}/continue`, { body: from }),
  scenarioPicture: (scenario: string) => blob(houseKey(), `/api/scenarios/${id(scenario)}/picture`),
  addScenario: (toml: string) => json<ScenarioCard>(houseKey(), '/api/scenarios', { raw: toml, rawType: 'text/plain', method: 'POST' }),
  removeScenario: (scenario: string) => json<void>(houseKey(), `/api/scenarios/${id(scenario)}`, { method: 'DELETE' }),
  rules: (ruleset: string, token: string | null = houseKey()) => json<RuleCard[]>(token, `/api/rules/${id(ruleset)}`).catch(absent('rules.none')),
  report: (token: string) => text(token, '/api/seat/report'),
};
