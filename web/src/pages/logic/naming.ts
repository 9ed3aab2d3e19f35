/** A battle that nobody has named is called by its scenario, in the language in force. */

import type { BattleCard, Bilingual, Lang, Table } from '../types';

type Named = Pick<BattleCard, 'name' | 'scenario'> | Pick<Table, 'name' | 'scenario'>;

export function nameOf(battle: Named, lang: Lang): string {
  const title: Bilingual = 'title' in battle.scenario ? battle.scenario.title : battle.scenario;
  return battle.name === title.fr || battle.name === title.en ? title[lang] : battle.name;
}
