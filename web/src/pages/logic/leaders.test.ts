import { expect, test } from 'vitest';
import { leader, readGeneral, writeGeneral } from './leaders';

test('settings of a general go to the server as it writes them, and come back', () => {
  for (const name of ['random', 'recruit', 'captain:bold', 'marshal', 'marshal:24', 'marshal:24:prudent']) {
    expect(writeGeneral(readGeneral(name))).toBe(name);
  }
  expect(leader({ who: 'staff', general: 'marshal:60:bold' })).toEqual({ staff: 'marshal:60:bold' });
});

test('another rank takes only the settings that it has', () => {
  const marshal = readGeneral('marshal:24:bold');
  expect(writeGeneral({ ...marshal, rank: 'captain' })).toBe('captain:bold');
  expect(writeGeneral({ ...marshal, rank: 'random' })).toBe('random');
});
