// Light is the print and the default; dark is chosen.
export type Theme = 'light' | 'dark';

const KEPT = 'grognard.theme';

class Themes {
  now = $state<Theme>('light');

  constructor() {
    try {
      if (localStorage.getItem(KEPT) === 'dark') this.set('dark');
    } catch {
      // A browser without storage uses the light theme.
    }
  }

  set(theme: Theme) {
    this.now = theme;
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(KEPT, theme);
    } catch {
      // As above.
    }
  }

  toggle() {
    this.set(this.now === 'light' ? 'dark' : 'light');
  }
}

export const theme = new Themes();

/** The present tokens, written out, for a picture that is a separate document. */
export function tokens(): string {
  const style = getComputedStyle(document.documentElement);
  return TOKENS.map((name) => `--${name}:${style.getPropertyValue(`--${name}`).trim()}`).join(';');
}

const TOKENS = [
  'ink',
  'ink-2',
  'ink-3',
  'sheet',
  'sheet-2',
  'rule',
  'act',
  'act-on',
  'act-tint',
  'fire',
  'refuse',
  'paper',
  'tint-1',
  'tint-2',
  'tint-3',
  'relief',
  'wood',
  'wood-2',
  'wood-ink',
  'water',
  'water-ink',
  'road',
  'road-ink',
  'build',
  'field',
  'key',
  'gbase',
];
