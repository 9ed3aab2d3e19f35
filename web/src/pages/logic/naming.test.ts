import { describe, expect, it } from 'vitest';
import { nameOf } from './naming';

describe('the name of a battle', () => {
  const scenario = { fr: 'Premier feu', en: 'First fire' };

  it('follows the language unless somebody has given it one', () => {
    expect(nameOf({ name: 'Premier feu', scenario }, 'en')).toBe('First fire');
    expect(nameOf({ name: 'First fire', scenario }, 'fr')).toBe('Premier feu');
    expect(nameOf({ name: 'Club evening', scenario }, 'fr')).toBe('Club evening');
  });
});
