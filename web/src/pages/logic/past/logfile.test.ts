import { describe, expect, it } from 'vitest';
import { fileName, firstFault, MOST_MB } from './logfile';

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
