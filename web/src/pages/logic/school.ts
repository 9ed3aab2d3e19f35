/** Which problems of the school were solved in this browser, under which ruleset. */

const KEPT = 'grognard.school';

const key = (ruleset: string, scenario: string): string => `${ruleset} ${scenario}`;

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export const solved = (ruleset: string, scenario: string): boolean => read().includes(key(ruleset, scenario));

export function passed(ruleset: string, scenario: string) {
  const before = read();
  if (before.includes(key(ruleset, scenario))) return;
  try {
    localStorage.setItem(KEPT, JSON.stringify([...before, key(ruleset, scenario)]));
  } catch {
    // A browser without storage shows no marks.
  }
}
