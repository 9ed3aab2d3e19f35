// @vitest-environment jsdom
// Small parts, each alone on a page: presses and their effects.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lang } from '$lib/i18n/i18n.svelte';
import { Refused } from '$lib/api/http';
import type { BreakdownView, DiceWanted, OddsView, Table, VerdictView } from '$lib/api/types';
import Faults from './pages/parts/Faults.svelte';
import Legend from './pages/parts/Legend.svelte';
import Terms from './pages/parts/Terms.svelte';
import Verdict from './pages/parts/Verdict.svelte';
import type { Desk } from './play/desk.svelte';
import ShareField from './play/fields/ShareField.svelte';
import type { Spot } from './play/logic/replies';
import type { Sheet } from './play/logic/sheet.svelte';
import BreakdownTable from './play/panels/BreakdownTable.svelte';
import DiceInput from './play/panels/DiceInput.svelte';
import OddsChart from './play/panels/OddsChart.svelte';
import SeatHold from './play/panels/SeatHold.svelte';

afterEach(cleanup);

const both = (text: string) => ({ fr: text, en: text });

describe('a term', () => {
  it('explains itself when it is pressed, and stops when it is pressed again', async () => {
    render(Terms, { text: 'Il reste 50 % de la séquence.', glossary: [[both('séquence'), both('le mouvement d’un tour')]] });
    const term = screen.getByRole('button', { name: 'séquence' });
    expect(screen.queryByRole('note')).toBeNull();
    await fireEvent.click(term);
    expect(screen.getByRole('note').textContent).toContain('le mouvement d’un tour');
    await fireEvent.click(term);
    expect(screen.queryByRole('note')).toBeNull();
  });
});

describe('dice typed in', () => {
  const wanted = (n: number): DiceWanted[] => [
    { toss: { rule: 'X-1' }, text: both('Un tir'), faces: Array.from({ length: n }, () => [1, 2, 3, 4, 5, 6]) } as unknown as DiceWanted,
  ];

  it('go once every die has a face, as they were typed; other dice begin anew', async () => {
    const dice = vi.fn(() => Promise.resolve());
    const desk = { busy: false, attempt: (what: () => Promise<unknown>) => what(), sitting: { api: { dice } } } as unknown as Desk;
    const { rerender } = render(DiceInput, { desk, wanted: wanted(2) });
    const go = screen.getByTestId<HTMLButtonElement>('dice-go');
    await fireEvent.click(screen.getByTestId('die-0-0-6'));
    expect(go.disabled).toBe(true);
    await fireEvent.click(screen.getByTestId('die-0-1-2'));
    await fireEvent.click(screen.getByTestId('die-0-0-5'));
    expect(go.disabled).toBe(false);
    await fireEvent.click(go);
    expect(dice).toHaveBeenCalledWith({ faces: [[5, 2]] });
    await rerender({ desk, wanted: wanted(1) });
    expect(screen.getAllByRole('radiogroup')).toHaveLength(1);
    expect(go.disabled).toBe(true);
  });
});

describe('the legend', () => {
  it('has words for every sign in both languages', () => {
    for (const now of ['fr', 'en'] as const) {
      lang.set(now);
      render(Legend);
      const rows = screen.getAllByRole('listitem');
      expect(rows.length).toBeGreaterThan(15);
      for (const row of rows) {
        expect(row.querySelector('svg')?.childElementCount).toBeGreaterThan(0);
        expect(row.textContent?.trim()).toMatch(/\p{L}{3}/u);
        expect(row.textContent).not.toContain('legend.');
      }
      cleanup();
    }
  }, 30_000);
});

describe('a seat', () => {
  it('says where its answers cannot be signed, and is kept only after a second word', async () => {
    const desk = { busy: false, attempt: vi.fn() } as unknown as Desk;
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
    const { unmount } = render(SeatHold, { desk, table: {} as Table });
    expect(screen.queryByTestId('unsigned')).toBeNull();
    await fireEvent.click(screen.getByTestId('hold-seat'));
    expect(desk.attempt).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByTestId('hold-confirm'));
    expect(desk.attempt).toHaveBeenCalledOnce();
    unmount();
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: false });
    render(SeatHold, { desk, table: {} as Table });
    expect(screen.getByTestId('unsigned').textContent).toMatch(/\p{L}{3}/u);
  });
});

describe('what went wrong', () => {
  const faults = [
    { line: 12, place: 'blue.commands[0]', text: both('unité inconnue') },
    { line: null, place: 'title', text: both('title manque') },
  ];
  const refused = (status: number) => new Refused(status, 'faults', both('Ce fichier ne va pas.'), [], { faults } as unknown as Refused['fault']);

  it('names every fault with its line, a place once, and offers to try again', async () => {
    const again = vi.fn();
    render(Faults, { fault: refused(422), again });
    const [first, second] = screen.getAllByRole('listitem');
    expect(first?.textContent).toMatch(/12.*blue\.commands\[0\].*unité inconnue/s);
    expect(second?.querySelector('.at')).toBeNull();
    expect(second?.querySelector('code')).toBeNull();
    await fireEvent.click(screen.getByRole('button'));
    expect(again).toHaveBeenCalledOnce();
  });

  it('offers nothing that cannot help: without a key, or what is not there', () => {
    for (const status of [401, 404]) {
      render(Faults, { fault: refused(status), again: vi.fn() });
      expect(screen.queryByRole('button')).toBeNull();
      expect(screen.getByRole('alert').textContent?.includes('Ce fichier ne va pas.')).toBe(status === 404);
      cleanup();
    }
  });
});

describe('a test', () => {
  const lines = [{ reason: both('Premier feu'), amount: both('+1'), rule: 'X-1' }];
  const breakdown = (total: string | null): BreakdownView => ({ lines, total: total && both(total), result: null }) as unknown as BreakdownView;

  it('has its sum under its lines, and none where there is none', () => {
    const { unmount } = render(BreakdownTable, { breakdown: breakdown('7') });
    expect(screen.getAllByRole('row').map((row) => row.textContent?.replace(/\s+/g, ''))).toEqual(['Premierfeu+1X-1', '7']);
    unmount();
    render(BreakdownTable, { breakdown: breakdown(null) });
    expect(screen.getAllByRole('row')).toHaveLength(1);
  });

  it('has a bar for every end, however rare, and words for those that bring something', () => {
    const part = (chance: number, percent: number, tone: string, brings: string[]) => ({
      text: both(tone),
      chance,
      percent,
      tone,
      brings: brings.map(both),
    });
    const verdict = { told: both('Elle tient.'), parts: [part(0.999, 99, 'good', ['tient']), part(0.001, 1, 'bad', [])] } as unknown as VerdictView;
    render(Verdict, { verdict });
    const ends = [...screen.getByTestId('verdict').querySelectorAll<HTMLElement>('.bar i')];
    expect(ends.map((end) => [end.className.split(' ')[0], Number(end.style.flexGrow)])).toEqual([
      ['good', 0.999],
      ['bad', 0.02],
    ]);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('reads its curve aloud, or shows a bar for each named end', () => {
    const odds = (over: object) => ({ figure: both('pertes'), at_least: [], threshold: null, rows: [], assumed: [], ...over }) as unknown as OddsView;
    const { unmount } = render(OddsChart, {
      odds: odds({
        at_least: [
          [1, 0.75],
          [2, 0.25],
        ],
        threshold: [2, both('un élément est perdu')],
      }),
    });
    expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/1.*75.*2.*25/);
    expect(screen.getByTestId('odds').textContent).toMatch(/un élément est perdu\s+25/);
    unmount();
    const row = (text: string, probability: number): OddsView['rows'][number] => ({ text: both(text), probability, p: null, facts: {} });
    render(OddsChart, { odds: odds({ figure: null, rows: [row('tient', 0.6), row('recule', 0.4)] }) });
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringMatching(/tient.*60/s),
      expect.stringMatching(/recule.*40/s),
    ]);
  });
});

describe('a share', () => {
  it('takes from the others what it gives to one, within the bounds of each', async () => {
    const among = [
      [{}, 0, 4],
      [{}, 1, 4],
    ];
    const field = { shape: { share: { total: 5, among } } };
    const spot = (now: number[]) =>
      ({
        path: [0],
        field,
        words: { choices: ['première', 'seconde'].map((text) => ({ title: both(text) })) },
        reply: { shared: now },
      }) as unknown as Spot;
    const set = vi.fn();
    const sheet = { set } as unknown as Sheet;
    const { rerender } = render(ShareField, { spot: spot([3, 2]), sheet });
    const [less, more] = screen.getAllByRole<HTMLButtonElement>('button');
    await fireEvent.click(more as HTMLButtonElement);
    expect(set).toHaveBeenLastCalledWith([0], { shared: [4, 1] });
    await fireEvent.click(less as HTMLButtonElement);
    expect(set).toHaveBeenLastCalledWith([0], { shared: [2, 3] });
    await rerender({ spot: spot([4, 1]), sheet });
    expect(screen.getAllByRole<HTMLButtonElement>('button').map((button) => button.disabled)).toEqual([false, true, true, false]);
  });
});
