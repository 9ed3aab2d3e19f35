/** Options and rulings as named switches: changes from the book, search. */

import { fold, words } from './past/fold';
import type { Lang, OptionCard } from '../types';

/** The choices so far, by name; others have the ruleset's default. */
export type Chosen = Record<string, number>;

/** The value in force. */
export function value(option: OptionCard, chosen: Chosen): number {
  return chosen[option.name] ?? option.default;
}

/** The choice with one switch set; a switch at its default is no longer named. */
export function set(option: OptionCard, to: number, chosen: Chosen): Chosen {
  const { [option.name]: _before, ...rest } = chosen;
  return to === option.default ? rest : { ...rest, [option.name]: to };
}

/** Differences from the ruleset's defaults, in the ruleset's order. Unknown names are left out. */
export function differences(options: OptionCard[], chosen: Chosen): { option: OptionCard; to: number }[] {
  return options.map((option) => ({ option, to: value(option, chosen) })).filter(({ option, to }) => to !== option.default);
}

/** Switches of one kind under one heading. */
export interface Group {
  kind: 'option' | 'ruling';
  options: OptionCard[];
}

/** The switches that match a search, options before rulings. */
export function groups(options: OptionCard[], query: string, lang: Lang): Group[] {
  const kindOf = (option: OptionCard) => (option.kind === 'ruling' ? 'ruling' : 'option');
  const search = words(query);
  const answers = (o: OptionCard) => {
    const all = fold(`${o.title[lang]} ${o.text[lang]} ${o.rule ?? ''} ${o.name}`);
    return search.every((word) => all.includes(word));
  };
  return (['option', 'ruling'] as const)
    .map((kind) => ({ kind, options: options.filter((o) => kindOf(o) === kind && answers(o)) }))
    .filter((group) => group.options.length > 0);
}
