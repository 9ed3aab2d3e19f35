import { describe, expect, it, vi } from 'vitest';
import type { FormField } from '$lib/api/types';
import { at, conditionPath, filled, fits, matters, plainPlace, put, stepped, typed, type Situation } from './form';
import { Latest } from './latest';
import { coded, decoded } from './share';
import { gist, told } from './told';
import { differs, fit, fitting, saneUnits, unitLike, updated, type OwnUnit } from './units';

const word = (text: string) => ({ fr: text, en: text });
const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label: word(name),
  kind: 'flag',
  optional: false,
  default: false,
  whole: false,
  state: false,
  ...more,
});
const pick = (name: string, ...words: string[]) =>
  field(name, { kind: 'pick', default: words[0], options: words.map((value) => ({ value, label: word(value.toUpperCase()) })) });
const count = (name: string, least: number, most: number) => field(name, { kind: 'number', whole: true, least, most, default: least });

const side = (name: string) =>
  field(name, {
    kind: 'group',
    default: { arm: 'foot', men: 1, lances: false },
    fields: [pick('arm', 'foot', 'horse'), count('men', 1, 6), field('lances', { when: { arm: ['horse'] } })],
  });
const form = [
  side('attacker'),
  side('defender'),
  field('turned', { when: { '/defender.arm': ['horse'] } }),
  field('room', { kind: 'number', optional: true, default: null }),
  field('beyond', { kind: 'number', default: 0, when: { room: { not: [null] } } }),
];

describe('a form', () => {
  const situation: Situation = filled(form, { attacker: { arm: 'horse', men: 3 } });

  it('fills in what a situation leaves out', () => {
    expect(situation).toEqual({
      attacker: { arm: 'horse', men: 3, lances: false },
      defender: { arm: 'foot', men: 1, lances: false },
      turned: false,
      room: null,
      beyond: 0,
    });
  });

  it('changes one place and nothing else', () => {
    const next = put(situation, ['defender', 'men'], 5);
    expect(at(next, ['defender', 'men'])).toBe(5);
    expect(at(situation, ['defender', 'men'])).toBe(1);
    expect(next['attacker']).toBe(situation['attacker']);
    expect(put({ list: [{ n: 1 }, { n: 2 }] }, ['list', 1, 'n'], 7)).toEqual({ list: [{ n: 1 }, { n: 7 }] });
    expect(at(put({}, ['__proto__', 'x'], 1), ['x'])).toBeUndefined();
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('asks only what still matters: beside the field, from the root, and by negation', () => {
    const lances = form[0]?.fields?.[2] as FormField;
    expect(matters(lances, situation, ['attacker'])).toBe(true);
    expect(matters(lances, situation, ['defender'])).toBe(false);
    const turned = form[2] as FormField;
    expect(matters(turned, situation, [])).toBe(false);
    expect(matters(turned, put(situation, ['defender', 'arm'], 'horse'), [])).toBe(true);
    const beyond = form[4] as FormField;
    expect(matters(beyond, situation, [])).toBe(false);
    expect(matters(beyond, put(situation, ['room'], 4), [])).toBe(true);
    expect(matters(field('x', { when: { men: { least: 3 } } }), situation, ['attacker'])).toBe(true);
    expect(matters(field('x', { when: { men: { least: 3, most: 2 } } }), situation, ['attacker'])).toBe(false);
    expect(conditionPath('/defender.arm', ['attacker'])).toEqual(['defender', 'arm']);
  });

  it('knows what a field can hold', () => {
    const arm = form[0]?.fields?.[0] as FormField;
    expect(fits(arm, 'horse')).toBe(true);
    expect(fits(arm, 'guns')).toBe(false);
    expect(fits(count('men', 1, 6), 7)).toBe(false);
    expect(fits(count('men', 1, 6), 2.5)).toBe(false);
    expect(fits(form[3] as FormField, null)).toBe(true);
  });

  it('reads figures and steps within bounds', () => {
    expect(typed(' 4,5 ')).toBe(4.5);
    expect(typed('4 pas')).toBeNull();
    expect(stepped(count('men', 1, 6), 6, 1)).toBe(6);
    expect(stepped(count('men', 1, 6), null, 1)).toBe(1);
    expect(stepped(field('d', { kind: 'number', least: 0 }), 0.1, 0.2)).toBe(0.3);
    expect(plainPlace('units[2].men')).toBe('units.2.men');
  });

  it('says in words what it holds, without what does not matter', () => {
    const words = told(form, situation, []);
    expect(words.map((one) => one.label.fr)).toEqual(['attacker · arm', 'attacker · men', 'attacker · lances', 'defender · arm', 'defender · men']);
    expect(words[0]?.value).toEqual(word('HORSE'));
    expect(gist(words).map((one) => one.label.fr)).toEqual(['attacker · arm', 'attacker · men']);
  });
});

describe('a link', () => {
  it('brings the same situation back', async () => {
    const shared = { situation: { attacker: { name: 'Ægir « é » 13ᵉ' } }, dice: [3, 6], handed: [{ choice: 'fire' }, { dice: [4] }] };
    const text = await coded(shared);
    expect(text).toMatch(/^[01][A-Za-z0-9_-]+$/);
    expect(await decoded(text)).toEqual(shared);
  });

  it('is refused when it is none, and never throws', async () => {
    for (const text of ['', '0', '1', 'zzz', '0!!!', '1AAAA', `0${btoa('[1]')}`, `0${btoa('{"s":3}')}`, 'x'.repeat(70_000)]) {
      expect(await decoded(text)).toBeNull();
    }
    // Invalid dice and choices are left out, the situation stays.
    expect(await decoded(`0${btoa('{"s":{},"d":[999,-1],"h":[{"dice":["a"]}]}')}`)).toEqual({ situation: {}, dice: [], handed: [] });
  });

  it('that unpacks without end is refused', async () => {
    const bomb = new Uint8Array(5_000_000);
    const packed = new Uint8Array(await new Response(new Blob([bomb]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer());
    expect(await decoded(`1${Buffer.from(packed).toString('base64url')}`)).toBeNull();
  });
});

describe('own units', () => {
  const unit: OwnUnit = {
    id: '1',
    name: '13e léger',
    ruleset: 'x',
    role: word('attaquant'),
    touched: 0,
    fields: form[0]?.fields ?? [],
    values: { arm: 'foot', men: 4, lances: false },
  };

  it('are put wherever their fields fit', () => {
    const other = [pick('arm', 'foot', 'horse'), count('men', 1, 3), field('shelter')];
    expect(fitting(unit, other)).toEqual({ arm: 'foot' });
    expect(fit(unit, form[0]?.fields ?? [])).toBe(1);
    expect(fit(unit, [field('rain')])).toBe(0);
    expect(unitLike(form[0] as FormField)).toBe(true);
    expect(unitLike(form[2] as FormField)).toBe(false);
  });

  it('take on what a form says of them', () => {
    expect(differs(unit, { men: 4 })).toBe(false);
    expect(differs(unit, { men: 3 })).toBe(true);
    const after = updated(unit, { men: 3, shelter: true }, [count('men', 1, 6), field('shelter')], 9);
    expect(after.values).toEqual({ arm: 'foot', men: 3, lances: false, shelter: true });
    expect(after.fields.map((one) => one.name)).toEqual(['arm', 'men', 'lances', 'shelter']);
  });

  it('are read back only if they are units', () => {
    expect(saneUnits([unit, null, 3, { id: 'x' }])).toEqual([unit]);
    expect(saneUnits('no')).toEqual([]);
  });
});

describe('asking while somebody types', () => {
  it('only the last answer counts', async () => {
    vi.useFakeTimers();
    const asked: number[] = [];
    const answers: number[] = [];
    const waiting = new Map<number, (n: number) => void>();
    const latest = new Latest<number, number>(
      (n) =>
        new Promise((found) => {
          asked.push(n);
          waiting.set(n, found);
        }),
      (n) => answers.push(n),
      () => undefined,
      100,
    );
    latest.later(1);
    latest.later(2);
    await vi.advanceTimersByTimeAsync(150);
    latest.later(3);
    await vi.advanceTimersByTimeAsync(150);
    expect(asked).toEqual([2, 3]);
    waiting.get(3)?.(3);
    waiting.get(2)?.(2);
    await vi.runAllTimersAsync();
    expect(answers).toEqual([3]);
    vi.useRealTimers();
  });
});
