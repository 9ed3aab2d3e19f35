// The words of the interface: Fluent files, as those of the program (data/texts/*/client.ftl).
import { FluentBundle, FluentNumber, FluentResource } from '@fluent/bundle';
import english from '../../../../data/texts/en/client.ftl?raw';
import frenchText from '../../../../data/texts/fr/client.ftl?raw';
import { french, number, type Bilingual, type Lang, type Values } from './format';
import type { Word } from './ids';

export type { Word } from './ids';

/** A number as this house writes it, which still chooses a plural. */
class Figure extends FluentNumber {
  constructor(
    value: number,
    private readonly lang: Lang,
  ) {
    super(value);
  }

  override toString(): string {
    return number(this.value, this.lang);
  }
}

function read(lang: Lang): FluentBundle {
  const bundle = new FluentBundle(lang === 'fr' ? 'fr-FR' : 'en-GB', { useIsolating: false });
  for (const fault of bundle.addResource(new FluentResource(lang === 'fr' ? frenchText : english))) throw fault;
  return bundle;
}

const bundles = new Map<Lang, FluentBundle>();

function bundleOf(lang: Lang): FluentBundle {
  const known = bundles.get(lang) ?? read(lang);
  bundles.set(lang, known);
  return known;
}

/** Fills in a word: `group.word` is the attribute of a message. A value that is not given shows as its name. */
export function wordIn(lang: Lang, word: Word, values: Values = {}): string {
  const [group = '', ...rest] = word.split('.');
  const bundle = bundleOf(lang);
  const pattern = bundle.getMessage(group)?.attributes[rest.join('-')];
  if (pattern === undefined) return word;
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? new Figure(value, lang) : value]),
  );
  const text = bundle.formatPattern(pattern, given, []);
  return lang === 'fr' ? french(text) : text;
}

/** A word in both languages. */
export const inBoth = (word: Word, values: Values = {}): Bilingual => ({ fr: wordIn('fr', word, values), en: wordIn('en', word, values) });
