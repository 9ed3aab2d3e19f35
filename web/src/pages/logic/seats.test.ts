import { describe, expect, it } from 'vitest';
import type { Seat } from '../types';
import { firstStop, leader, seatsHere, type Choice } from './leaders';
import { chairs } from './seats';

describe('seats', () => {
  const seat = (side: Seat['side'], token: string): Seat => ({ side, token, links: [] }) as unknown as Seat;
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
