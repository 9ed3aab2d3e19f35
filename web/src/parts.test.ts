// @vitest-environment jsdom
// Small parts on a page of their own: what is pressed and what then stands there.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lang } from '$lib/i18n/i18n.svelte';
import type { DiceWanted, Table } from '$lib/api/types';
import Legend from './pages/parts/Legend.svelte';
import Terms from './pages/parts/Terms.svelte';
import type { Desk } from './play/desk.svelte';
import DiceInput from './play/panels/DiceInput.svelte';
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
  });
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
