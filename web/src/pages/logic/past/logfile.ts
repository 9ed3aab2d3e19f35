/** A log before it is sent: obvious faults are reported at once. The server checks it fully. */

/** Largest log worth sending. */
export const MOST_MB = 64;

export type LogFault = { what: 'empty' } | { what: 'too_large' } | { what: 'not_json'; line: number };

/** Why a file is no log; null: it may be one. Only its first lines are read. */
export function firstFault(text: string, bytes = text.length): LogFault | null {
  if (bytes > MOST_MB * 1024 * 1024) return { what: 'too_large' };
  if (text.trim() === '') return { what: 'empty' };
  const lines = text.split('\n', 21).slice(0, 20);
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    if (!isObject(line)) return { what: 'not_json', line: i + 1 };
  }
  return null;
}

function isObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === 'object' && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The file name of a battle: letters, figures and hyphens. */
export function fileName(battle: string, suffix = '.log.jsonl'): string {
  const plain = battle
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return `${plain || 'battle'}${suffix}`;
}

/** Lets the browser save a file. */
export function save(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
