// The pages around the playing screen, by address. The first that fits is shown; each is loaded when it is first wanted.
import type { Component } from 'svelte';

type PageComponent = Component<{ params: Record<string, string> }> | Component<Record<string, never>>;

export interface Page {
  path: string;
  load: () => Promise<{ default: PageComponent }>;
}

const rules = () => import('./Rules.svelte');

export const pages: Page[] = [
  { path: '/', load: () => import('./Home.svelte') },
  { path: '/new/:scenario', load: () => import('./NewBattle.svelte') },
  { path: '/school', load: () => import('./School.svelte') },
  { path: '/battles', load: () => import('./Battles.svelte') },
  { path: '/join/:battle', load: () => import('./Join.svelte') },
  { path: '/arrive/:battle', load: () => import('./Arrive.svelte') },
  { path: '/replay/:battle', load: () => import('./Replay.svelte') },
  { path: '/end/:battle', load: () => import('./End.svelte') },
  { path: '/open', load: () => import('./Open.svelte') },
  { path: '/rules', load: rules },
  { path: '/rules/:ruleset', load: rules },
  { path: '/rules/:ruleset/:id', load: rules },
  { path: '/assistant', load: () => import('../assist/Index.svelte') },
  { path: '/assistant/units', load: () => import('../assist/Units.svelte') },
  { path: '/assistant/history', load: () => import('../assist/History.svelte') },
  { path: '/assistant/:ruleset/examples', load: () => import('../assist/Cases.svelte') },
  { path: '/assistant/:ruleset/examples/:id', load: () => import('../assist/Case.svelte') },
  { path: '/assistant/:ruleset/tests/:test', load: () => import('../assist/Test.svelte') },
  { path: '/assistant/:ruleset/tests/:test/follow', load: () => import('../assist/Follow.svelte') },
  { path: '/settings', load: () => import('./Settings.svelte') },
  { path: '/help', load: () => import('./Help.svelte') },
];
