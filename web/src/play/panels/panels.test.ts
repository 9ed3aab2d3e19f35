// @vitest-environment jsdom
// The parts that a player sees most of the time: the open question and the journal.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SeatApi } from '$lib/api/seat';
import type { AskView, Looked, Table } from '$lib/api/types';
import type { Desk } from '../desk.svelte';
import { Sheet } from '../logic/sheet.svelte';
import AskPanel from './AskPanel.svelte';
import Journal from './Journal.svelte';

afterEach(cleanup);

const both = (text: string) => ({ fr: text, en: text });

describe('a question', () => {
  const choice = (does: string) => ({ key: { does }, cost: 0 });
  const field = (unit: number) => ({
    about: { unit },
    shape: { pick: { from: [choice('hold'), choice('fire')], min: 1, max: 1 } },
    default: { picked: [[{ does: 'hold' }, []]] },
  });
  const words = (about: string) => ({
    about: both(about),
    choices: ['Tenir', 'Tirer'].map((title) => ({ title: both(title), facts: both(''), help: null, then: [] })),
  });
  const view = {
    ask: { id: 7, slot: { side: 'blue', kind: 'fire' }, fields: [field(1), field(2)], measuring: 'free', rules: ['X-1'] },
    title: both('Qui tire ?'),
    fields: [words('1er de ligne'), words('2e de ligne')],
    secret: true,
    coach: null,
  } as unknown as AskView;
  const refusal = (at: number, text: string) => ({ refusal: { field: at, rule: 'X-2', why: 'no_target', facts: {} }, text: both(text) });

  function put(looked: Partial<Looked> = {}) {
    const preview = vi.fn(() => Promise.resolve({ refusals: [], brings: [], facts: null, ...looked } as unknown as Looked));
    const sheet = new Sheet({ preview } as unknown as SeatApi, view, 'draft:panels');
    const desk = { sheets: [sheet], aside: false, subject: null, unit: null, units: {}, goTo: vi.fn(), stand: vi.fn() };
    return { sheet, desk, preview, panel: render(AskPanel, { sheet, desk: desk as unknown as Desk }) };
  }

  it('shows what goes without saying, takes what is chosen and asks what that would do', async () => {
    const { sheet, preview } = put();
    expect(screen.getByTestId('field-name').textContent).toBe('1er de ligne');
    expect(screen.getByTestId<HTMLInputElement>('choice-hold').checked).toBe(true);
    await fireEvent.click(screen.getByTestId('choice-fire'));
    expect(sheet.replies.map((reply) => ('picked' in reply ? reply.picked[0]?.[0].does : null))).toEqual(['fire', 'hold']);
    expect(screen.getByTestId<HTMLInputElement>('choice-fire').checked).toBe(true);
    await vi.waitFor(() => expect(preview).toHaveBeenLastCalledWith(7, sheet.replies, expect.anything()));
    // A choice that both may take is offered for both at once.
    await fireEvent.click(screen.getByTestId('same-for-all'));
    expect(sheet.replies.map((reply) => ('picked' in reply ? reply.picked[0]?.[0].does : null))).toEqual(['fire', 'fire']);
    expect(screen.queryByTestId('same-for-all')).toBeNull();
    sheet.close();
    sheet.forget();
  });

  it('says why an answer is refused, of this unit here and of another by its name', async () => {
    const { sheet, desk } = put({ refusals: [refusal(0, 'pas de cible'), refusal(1, 'hors de portée')] } as unknown as Partial<Looked>);
    await vi.waitFor(() => expect(screen.getByTestId('refusal').textContent).toContain('pas de cible'));
    const others = screen.getByTestId('refused-elsewhere');
    expect(others.textContent).toMatch(/2e de ligne.*hors de portée/s);
    await fireEvent.click(others.querySelector('button') as HTMLButtonElement);
    expect(desk.goTo).toHaveBeenCalledWith([1]);
    // After a change the earlier refusals no longer apply.
    await fireEvent.click(screen.getByTestId('choice-fire'));
    expect(screen.queryByTestId('refusal')).toBeNull();
    sheet.close();
    sheet.forget();
  });
});

describe('the journal', () => {
  const entry = (n: number, what: string, text: string, units: number[] = [], dice: number[] = []) => ({
    n,
    what,
    text: both(text),
    units,
    dice,
    rules: [],
  });
  const journal = [
    entry(0, 'clock', 'Rien ici'),
    entry(1, 'clock', 'Tour 1'),
    entry(2, 'fire', 'Le 1er tire', [1], [5, 3]),
    entry(3, 'move', 'Le 2e avance', [2]),
  ];
  const unit = (command: number) => ({ card: { command, side: 'blue' }, short: both('1er'), name: both('1er de ligne') });
  const table = { now: { journal, units: { 1: unit(0), 2: unit(0) } }, commands: [both('Brigade Morvan')] } as unknown as Table;

  it('tells the latest first, without phases in which nothing happened, and shows a moment that is pressed', async () => {
    const showMoment = vi.fn();
    render(Journal, { desk: { unit: null, chosen: null, moment: null, showMoment } as unknown as Desk, table });
    const told = () => screen.getAllByRole('listitem').map((item) => item.querySelector('.entry')?.textContent);
    expect(told()).toEqual(['Le 2e avance', 'Le 1er tire', 'Tour 1']);
    expect(screen.getByTestId('entry-2').querySelectorAll('.dice > *')).toHaveLength(2);
    await fireEvent.click(screen.getByText('Le 1er tire'));
    expect(showMoment).toHaveBeenCalledWith(2);
  });

  it('is told of one unit alone, or of its brigade', async () => {
    render(Journal, { desk: { unit: unit(0), chosen: 1, moment: null, showMoment: vi.fn() } as unknown as Desk, table });
    const told = () => screen.getAllByRole('listitem').map((item) => item.querySelector('.entry')?.textContent);
    await fireEvent.click(screen.getByTestId('journal-unit'));
    expect(told()).toEqual(['Le 1er tire']);
    await fireEvent.click(screen.getByRole('button', { name: 'Brigade Morvan' }));
    expect(told()).toEqual(['Le 2e avance', 'Le 1er tire']);
    await fireEvent.click(screen.getByTestId('journal-all'));
    expect(told()).toHaveLength(3);
  });
});
