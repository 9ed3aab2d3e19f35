/** A battle without a name is named after its scenario, in the present language. */

import type { BattleCard, Bilingual, Lang, Table } from '../types';

type Named = Pick<BattleCard, 'name' | 'scenario'> | Pick<Table, 'name' | 'scenario'>;

export function nameOf(battle: Named, lang: Lang): string {
  const title: Bilingual = 'title' in battle.scenario ? battle.scenario.title : battle.scenario;
  return battle.name === title.fr || battle.name === title.en ? title[lang] : battle.name;
}
