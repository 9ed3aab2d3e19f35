// What is certainly a mistake; the layout is Prettier's.
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

export default defineConfig(
  { ignores: ['dist', 'node_modules', 'src/lib/api/schema.d.ts', 'src/lib/i18n/ids.d.ts'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // Types are checked by svelte-check, which knows the names of the browser.
      'no-undef': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' }],
      // Maps and sets here are made whole and then read; what changes is `$state`.
      'svelte/prefer-svelte-reactivity': 'off',
      // A space between two elements that Prettier would put on two lines.
      'svelte/no-useless-mustaches': 'off',
      'no-console': 'error',
      // Playwright's fixtures without needs of their own are written so.
      'no-empty-pattern': 'off',
    },
  },
  { files: ['e2e/**', 'bench/**', 'scripts/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
);
