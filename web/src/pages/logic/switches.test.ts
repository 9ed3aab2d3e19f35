import { describe, expect, it } from 'vitest';
import type { OptionCard } from '../types';
import { differences, groups, set, value } from './switches';

const both = (text: string) => ({ fr: text, en: text });
const option = (name: string, kind: 'option' | 'ruling', standard = 0, onOff = true): OptionCard => ({
  name,
  title: both(`Titre ${name}`),
  text: both('Texte'),
  rule: null,
  default: standard,
  switch: onOff,
  kind,
});

describe('switches', () => {
  const options = [option('élan', 'ruling', 1), option('b', 'option'), option('c', 'option', 12, false)];

  it('names only what differs from the book', () => {
    let chosen = set(options[0]!, 0, {});
    chosen = set(options[2]!, 14, chosen);
    expect(chosen).toEqual({ élan: 0, c: 14 });
    expect(differences(options, chosen).map((d) => [d.option.name, d.to])).toEqual([
      ['élan', 0],
      ['c', 14],
    ]);
    chosen = set(options[2]!, 12, chosen);
    expect(chosen).toEqual({ élan: 0 });
    expect(value(options[2]!, chosen)).toBe(12);
    // A name that this ruleset does not have is not shown as a change.
    expect(differences(options, { other: 1 })).toEqual([]);
  });

  it('groups options before rulings and searches without accents', () => {
    expect(groups(options, '', 'fr').map((g) => [g.kind, g.options.length])).toEqual([
      ['option', 2],
      ['ruling', 1],
    ]);
    expect(groups(options, 'ELAN', 'fr').map((g) => g.kind)).toEqual(['ruling']);
    expect(groups(options, 'nothing', 'en')).toEqual([]);
  });
});
