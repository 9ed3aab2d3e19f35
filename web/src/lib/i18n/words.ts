// The words of the interface: Fluent files, like those of the program (data/texts/*/client.ftl), and those that a
// ruleset overrides (data/texts/*/client/<ruleset>.ftl).
import { FluentBundle, FluentNumber, FluentResource } from '@fluent/bundle';
import english from '../../../../data/texts/en/client.ftl?raw';
import frenchText from '../../../../data/texts/fr/client.ftl?raw';
import { french, number, type Bilingual, type Lang, type Values } from './format';
import type { Word } from './ids';

export type { Word } from './ids';

/** A number in this program's notation, which still selects a plural. */
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

const own = import.meta.glob<string>('../../../../data/texts/*/client/*.ftl', { query: '?raw', import: 'default', eager: true });

const texts = new Map<string, string>([
  ['fr/', frenchText],
  ['en/', english],
  ...Object.entries(own).map(([path, text]): [string, string] => [path.replace(/^.*\/(\w+)\/client\/(.+)\.ftl$/, '$1/$2'), text]),
]);

const bundles = new Map<string, FluentBundle>();

/** The words of a language: those that a ruleset overrides, or (without a ruleset) all. */
function bundleOf(lang: Lang, ruleset = ''): FluentBundle {
  const name = `${lang}/${ruleset}`;
  const known = bundles.get(name);
  if (known) return known;
  const bundle = new FluentBundle(lang === 'fr' ? 'fr-FR' : 'en-GB', { useIsolating: false });
  for (const fault of bundle.addResource(new FluentResource(texts.get(name) ?? ''))) throw fault;
  bundles.set(name, bundle);
  return bundle;
}

/** Fills in a word: `group.word` is the attribute of a message. A missing value shows as its name. */
export function wordIn(lang: Lang, word: Word, values: Values = {}, ruleset = ''): string {
  const [group = '', ...rest] = word.split('.');
  const patternIn = (bundle: FluentBundle) => bundle.getMessage(group)?.attributes[rest.join('-')];
  const first = bundleOf(lang, ruleset);
  const bundle = patternIn(first) === undefined ? bundleOf(lang) : first;
  const pattern = patternIn(bundle);
  if (pattern === undefined) return word;
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? new Figure(value, lang) : value]),
  );
  const text = bundle.formatPattern(pattern, given, []);
  return lang === 'fr' ? french(text) : text;
}

/** A word in both languages. */
export const inBoth = (word: Word, values: Values = {}): Bilingual => ({ fr: wordIn('fr', word, values), en: wordIn('en', word, values) });
