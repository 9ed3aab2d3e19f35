import { expect, test } from 'vitest';
import { canonical, message } from './signing';

test('what is signed has one form whoever writes it', () => {
  const replies = [
    {
      picked: [
        [{ refs: [], does: 'hold' }, []],
        [{ refs: [{ unit: 3 }], does: 'fire' }, [{ at: 12 }]],
      ],
    },
    { placed: [{ facing: 0, at: { y: 2, x: 1 } }, null] },
  ];
  expect(canonical(replies)).toBe(
    '[{"picked":[[{"does":"hold"},[]],[{"does":"fire","refs":[{"unit":3}]},[{"at":12}]]]},{"placed":[{"at":{"x":1,"y":2},"facing":0},null]}]',
  );
  const about = { battle: 'ab', side: 'blue' as const, turn: 4 };
  expect(message(about, 'answer', 7, [])).toBe('grognard\nab\nblue\nanswer\n7\n[]');
  expect(message(about, 'resign', 4)).toBe('grognard\nab\nblue\nresign\n4');
});
