// Addresses live in the fragment: `#/`, `#/battle/<id>`, `#/rules/<id>?q=...`. A fragment never reaches a server's log.
import { alone } from '$host';

export interface Place {
  path: string;
  query: URLSearchParams;
}

export function parse(hash: string): Place {
  const text = hash.replace(/^#/, '');
  const [path = '', query = ''] = text.split('?', 2);
  return { path: path.startsWith('/') ? path : '/', query: new URLSearchParams(query) };
}

/** Matches `/battle/:id` against a path; null when it does not fit. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const want = pattern.split('/').filter(Boolean);
  const have = path.split('/').filter(Boolean);
  if (want.length !== have.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of want.entries()) {
    const value = have[i] ?? '';
    if (part.startsWith(':')) {
      try {
        params[part.slice(1)] = decodeURIComponent(value);
      } catch {
        return null;
      }
    } else if (part !== value) return null;
  }
  return params;
}

/**
 * The fragment for an address that was typed as a path (`/assistant` is `#/assistant`); null: none needed. A token in
 * it says where to go afterwards.
 */
export function fragmentOf(path: string, query: string, hash: string): string | null {
  if (path === '/' || path === '/index.html') return null;
  if (hash.startsWith('#/')) return hash;
  const typed = path.replace(/\/+$/, '') + query;
  return hash.length > 1 ? `${hash}&go=${encodeURIComponent(typed)}` : `#${typed}`;
}

function here(): string {
  if (typeof location === 'undefined') return '';
  // A site without a server has a folder of its own, and no other paths.
  const typed = alone ? null : fragmentOf(location.pathname, location.search, location.hash);
  if (typed !== null) history.replaceState(null, '', `/${typed}`);
  return location.hash;
}

class Router {
  place = $state.raw<Place>(parse(here()));

  constructor() {
    if (typeof addEventListener !== 'undefined') {
      addEventListener('hashchange', () => {
        this.place = parse(location.hash);
      });
    }
  }

  go(path: string, replace = false) {
    if (replace) {
      history.replaceState(null, '', `#${path}`);
      this.place = parse(location.hash);
    } else location.hash = path;
  }
}

export const router = new Router();
