import { describe, expect, it } from 'vitest';
import type { AskView, DiceBalance, JournalEntry, OptionCard, RuleCard, Seat } from '../types';
import * as clocks from './clock';
import { due, fits, taught, type Lesson, type Scene } from './coach';
import { fold, mark, words } from './fold';
import { firstStop, leader, seatsHere, type Choice } from './leaders';
import { fileName, firstFault, MOST_MB } from './logfile';
import { bars, chanceOfFurther, verdict } from './luck';
import { Moments } from './moments';
import { bearsOn, chapters, find, references } from './rulebook';
import { chairs } from './seats';
import { differences, groups, set, value } from './switches';

const both = (text: string) => ({ fr: text, en: text });

describe('search', () => {
  it('folds accents, case, ligatures and typographic signs', () => {
    expect(fold('ÉBRANLÉ, Manœuvre : l’élan')).toBe("ebranle, manoeuvre : l'elan");
    expect(fold('a\u202f: \u2212')).toBe('a : -');
    expect(words('  Carré  PLEIN ')).toEqual(['carre', 'plein']);
  });

  it('marks what was found in the text as it is written', () => {
    expect(mark('Un carré plein', ['carre'])).toEqual([
      { text: 'Un ', found: false },
      { text: 'carré', found: true },
      { text: ' plein', found: false },
    ]);
    // A ligature is one sign on the screen and two in the search.
    expect(mark('manœuvre', ['noe']).filter((s) => s.found).map((s) => s.text)).toEqual(['nœ']);
  });
});

const rule = (id: string, kind: RuleCard['kind'], title: string, text: string, source: string, rulings: string[] = []): RuleCard => ({
  id, kind, title: both(title), text: both(text), source, rulings,
});
const BOOK = [
  rule('XX-1a', 'rule', 'Étendue', 'Comme XX-2b le dit.', 'Book, 1'),
  rule('XX-2b', 'option', 'Carré', 'Former le carré (XX-1a, XX-GAP-03).', 'Book, 2.1', ['XX-GAP-03']),
  rule('XX-2c', 'rule', 'Ligne', 'Une ligne n’est pas un carré.', 'Book, 2.1'),
  rule('XX-GAP-03', 'ruling', 'Taille', 'Voir XX-2b. XX-2bc n’existe pas.', 'Ruling on 2.1'),
];
const ALL = new Set(['rule', 'option', 'ruling', 'etiquette'] as const);

describe('rulebook', () => {
  it('keeps the order of the book and puts rulings last', () => {
    expect(chapters(BOOK).map((c) => [c.mark, c.rules.length])).toEqual([['1', 1], ['2.1', 2], ['', 1]]);
  });

  it('answers titles before texts, ids before titles, and wants every word', () => {
    expect(find(BOOK, 'carre', ALL, 'fr').map((r) => r.id)).toEqual(['XX-2b', 'XX-2c']);
    expect(find(BOOK, 'xx-2c', ALL, 'fr')[0]?.id).toBe('XX-2c');
    expect(find(BOOK, 'carre etendue', ALL, 'fr')).toEqual([]);
    expect(find(BOOK, 'carre', new Set(['rule'] as const), 'fr').map((r) => r.id)).toEqual(['XX-2c']);
    expect(find(BOOK, '', ALL, 'fr')).toHaveLength(4);
  });

  it('links the rules that a statement names and no others', () => {
    const ids = new Set(BOOK.map((r) => r.id));
    expect(references('Voir XX-2b. XX-2bc n’existe pas.', ids)).toEqual([
      { text: 'Voir ' }, { rule: 'XX-2b' }, { text: '. XX-2bc n’existe pas.' },
    ]);
    expect(references('(XX-1a, XX-GAP-03).', ids).filter((s) => 'rule' in s)).toHaveLength(2);
    expect(bearsOn(BOOK, 'XX-GAP-03').map((r) => r.id)).toEqual(['XX-2b']);
  });
});

const option = (name: string, kind: 'option' | 'ruling', standard = 0, onOff = true): OptionCard => ({
  name, title: both(`Titre ${name}`), text: both('Texte'), rule: null, default: standard, switch: onOff, kind,
} as OptionCard);

describe('switches', () => {
  const options = [option('élan', 'ruling', 1), option('b', 'option'), option('c', 'option', 12, false)];

  it('names only what differs from the book', () => {
    let chosen = set(options[0]!, 0, {});
    chosen = set(options[2]!, 14, chosen);
    expect(chosen).toEqual({ élan: 0, c: 14 });
    expect(differences(options, chosen).map((d) => [d.option.name, d.to])).toEqual([['élan', 0], ['c', 14]]);
    chosen = set(options[2]!, 12, chosen);
    expect(chosen).toEqual({ élan: 0 });
    expect(value(options[2]!, chosen)).toBe(12);
    // A name that this ruleset does not have is not shown as a change.
    expect(differences(options, { other: 1 })).toEqual([]);
  });

  it('groups options before rulings and searches without accents', () => {
    expect(groups(options, '', 'fr').map((g) => [g.kind, g.options.length])).toEqual([['option', 2], ['ruling', 1]]);
    expect(groups(options, 'ELAN', 'fr').map((g) => g.kind)).toEqual(['ruling']);
    expect(groups(options, 'nothing', 'en')).toEqual([]);
  });
});

const entry = (n: number, turn: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
  n, turn, what: 'note', text: both(''), units: [], rules: [], dice: [], breakdown: null, paths: [], ...more,
} as JournalEntry);

describe('replay clock', () => {
  const journal = [entry(0, 0), entry(1, 1), entry(2, 1), entry(3, 2), entry(4, 2)];
  const dwell = () => 100;

  it('goes on by time and speed, carries what is left over, and stops at the end', () => {
    let clock = clocks.toggle(clocks.start(5));
    clock = clocks.tick(clock, 150, dwell);
    expect([clock.at, clock.shown]).toEqual([1, 50]);
    clock = clocks.tick({ ...clock, speed: 2 }, 100, dwell);
    expect([clock.at, clock.shown]).toEqual([3, 50]);
    clock = clocks.tick(clock, 10_000, dwell);
    expect([clock.at, clock.playing]).toEqual([4, false]);
    expect(clocks.tick(clock, 1000, dwell)).toBe(clock);
    expect(clocks.toggle(clock)).toMatchObject({ at: 0, playing: true });
  });

  it('steps within bounds and stands still afterwards', () => {
    const playing = clocks.toggle(clocks.start(5));
    expect(clocks.step(playing, -1)).toMatchObject({ at: 0, playing: false });
    expect(clocks.step(clocks.go(playing, 4), 1).at).toBe(4);
    expect(clocks.start(0)).toMatchObject({ at: 0, last: 0 });
    expect(clocks.toggle(clocks.start(0)).playing).toBe(false);
  });

  it('marks and jumps to the beginnings of turns', () => {
    expect(clocks.turns(journal)).toEqual([{ turn: 0, at: 0 }, { turn: 1, at: 1 }, { turn: 2, at: 3 }]);
    const at = (n: number) => clocks.go(clocks.start(5), n);
    expect(clocks.jump(at(1), journal, 1).at).toBe(3);
    expect(clocks.jump(at(4), journal, 1).at).toBe(4);
    expect(clocks.jump(at(2), journal, -1).at).toBe(1);
    expect(clocks.jump(at(1), journal, -1).at).toBe(0);
  });

  it('gives a long move its time, two seconds at most', () => {
    const pose = (x: number) => ({ at: { x, y: 0 }, facing: 0 });
    const moved = (cm: number) => entry(0, 1, { paths: [[7, [pose(0), pose(cm)]]] });
    expect(clocks.dwell(moved(400), 100)).toBe(1000);
    expect(clocks.dwell(moved(40_000), 100)).toBe(2000);
    expect(clocks.dwell(entry(0, 1, { dice: [6] }), 100)).toBeGreaterThan(clocks.dwell(entry(0, 1), 100));
  });

  it('offers speeds in order and stays within them', () => {
    const clock = clocks.start(5);
    expect(clocks.faster(clock, 1).speed).toBe(2);
    expect(clocks.faster({ ...clock, speed: 8 }, 1).speed).toBe(8);
    expect(clocks.faster({ ...clock, speed: 0.5 }, -1).speed).toBe(0.5);
  });
});

describe('moments', () => {
  it('asks each once, again after a failure, and only a few ahead', async () => {
    const asked: number[] = [];
    let broken = true;
    const moments = new Moments((n) => {
      asked.push(n);
      return broken ? Promise.reject(new Error('gone')) : Promise.resolve({ entry: { n } } as never);
    });
    await expect(moments.get(3)).rejects.toThrow();
    broken = false;
    await moments.get(3);
    await moments.get(3);
    moments.prepare([4, 5, 6, 7, 8, 9]);
    expect(asked).toEqual([3, 3, 4, 5, 6, 7]);
  });
});

const dice = (count: number, deviations: number, faces = [1, 1, 1, 1, 1, 1]): DiceBalance => ({
  count, mean: 3.5, expected: 3.5, deviations, faces,
} as DiceBalance);

describe('dice against expectation', () => {
  it('knows the chance of a gap', () => {
    expect(chanceOfFurther(0)).toBeCloseTo(1, 6);
    expect(chanceOfFurther(1.959964)).toBeCloseTo(0.05, 4);
    expect(chanceOfFurther(-2.575829)).toBeCloseTo(0.01, 4);
  });

  it('calls usual what is usual, and speaks of luck neither without dice nor with few', () => {
    expect(verdict(dice(0, 0)).how).toBe('none');
    expect(verdict(dice(6, 3)).how).toBe('few');
    expect(verdict(dice(200, 0.4)).how).toBe('usual');
    expect(verdict(dice(200, 1.5))).toMatchObject({ how: 'lucky', oneIn: 7 });
    expect(verdict(dice(200, -1.5)).how).toBe('unlucky');
    expect(verdict(dice(200, -2.6))).toMatchObject({ how: 'very_unlucky', percent: 1 });
    expect(verdict(dice(200, 40))).toMatchObject({ how: 'very_lucky', oneIn: 10_000, percent: 1 });
  });

  it('expects every face alike unless told otherwise', () => {
    expect(bars(dice(12, 0, [6, 6])).rows).toEqual([{ face: 1, fell: 6, expected: 6 }, { face: 2, fell: 6, expected: 6 }]);
    expect(bars({ ...dice(3, 0, [1, 2]), expected_faces: [0, 3] }).most).toBe(3);
  });
});

describe('a log before it is sent', () => {
  it('says what is wrong with a file that is no log', () => {
    expect(firstFault('')).toEqual({ what: 'empty' });
    expect(firstFault(' \n ')).toEqual({ what: 'empty' });
    expect(firstFault('{"head":1}\nnonsense\n')).toEqual({ what: 'not_json', line: 2 });
    expect(firstFault('[1]\n')).toEqual({ what: 'not_json', line: 1 });
    expect(firstFault('x', MOST_MB * 1024 * 1024 + 1)).toEqual({ what: 'too_large' });
    expect(firstFault('{"head":{}}\n\n{"event":{}}\n')).toBeNull();
  });

  it('makes a file name of any battle name', () => {
    expect(fileName('Élan à Maïda / 2')).toBe('elan-a-maida-2.log.jsonl');
    expect(fileName('../../etc')).toBe('etc.log.jsonl');
    expect(fileName('戦い')).toBe('battle.log.jsonl');
  });
});

describe('seats', () => {
  const seat = (side: Seat['side'], token: string): Seat => ({ side, token, links: [] } as unknown as Seat);
  const me: Choice = { who: 'me', general: 'g' };
  const device: Choice = { who: 'device', general: 'g' };
  const staff: Choice = { who: 'staff', general: 'g' };

  it('keeps only the tokens that are played here', () => {
    const seats = [seat('blue', 'b'), seat('red', 'r')];
    expect(seatsHere(seats, [me, device]).map((s) => s.token)).toEqual(['b']);
    expect(seatsHere(seats, [me, { ...me, who: 'friend' }])).toHaveLength(2);
  });

  it('tells the server persons and generals, and goes where the battle goes on', () => {
    expect([leader(me), leader(device), leader(staff)]).toEqual(['person', 'person', { staff: 'g' }]);
    expect(firstStop('x', [me, staff])).toBe('/battle/x');
    expect(firstStop('x', [me, device])).toBe('/join/x');
    expect(firstStop('x', [staff, staff])).toBe('/replay/x');
  });

  it('looks from the umpire’s chair where there is one, else through what is held here', () => {
    expect(chairs([seat('blue', 'b'), seat(null, 'u')], [seat('blue', 'b')]).map((s) => s.token)).toEqual(['u']);
    expect(chairs([seat('blue', 'b'), seat('red', 'r')], [seat('red', 'r')]).map((s) => s.token)).toEqual(['r']);
    expect(chairs([seat('blue', 'b')], []).map((s) => s.token)).toEqual(['b']);
  });
});

describe('coach', () => {
  const ask = (id: number, shape: object, secret = false) => ({ ask: { id, fields: [{ shape }] }, secret }) as unknown as AskView;
  const scene = (more: Partial<Scene> = {}): Scene => ({
    selected: false, asks: [], sealed: false, whose: 'mine', odds: false, dice: false, undo: false, ...more,
  });

  it('teaches what fits the screen, in order, and each thing once', () => {
    const seen = new Set<Lesson>();
    const orders = scene({ asks: [ask(1, { pick: { from: [] } }, true)] });
    expect(due(orders, seen)).toBe('look');
    seen.add('look');
    expect(due(orders, seen)).toBe('select');
    const chosen = scene({ ...orders, selected: true });
    expect(taught(orders, chosen)).toEqual(['select']);
    seen.add('select');
    expect(due(chosen, seen)).toBe('card');
    seen.add('card').add('guide');
    expect(due(chosen, seen)).toBe('order');
    seen.add('order');
    expect(due(chosen, seen)).toBe('seal');
    seen.add('seal');
    expect(due(chosen, seen)).toBeNull();
  });

  it('knows a march inside a pick, and that an answered question was learnt', () => {
    const marching = scene({ asks: [ask(2, { pick: { from: [{ then: [{ shape: { march: {} } }] }] } })] });
    expect(fits('march', marching)).toBe(true);
    expect(fits('order', marching)).toBe(false);
    expect(taught(marching, scene({ asks: [ask(3, { pick: { from: [] } })] }))).toEqual(['march']);
  });
});
