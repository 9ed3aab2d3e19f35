// The pages around the playing screen, by address. The first that fits is shown; each is loaded when it is first wanted.
import type { Component } from 'svelte';

export interface Page {
  path: string;
  load: () => Promise<{ default: Component<{ params: Record<string, string> }> }>;
}

export const pages: Page[] = [{ path: '/', load: () => import('./Home.svelte') }];
