// A battle, or a position in it, as a link.
import { logLink } from '../logic/past/loglink';

export class Sharing {
  /** The result; null: no link was requested. */
  done = $state<'copied' | 'shown' | 'long' | null>(null);
  /** The link, where it must be copied by hand. */
  link = $state('');

  async make(log: () => Promise<Blob>, from: number | null = null) {
    this.done = null;
    const fragment = await logLink(await (await log()).text(), from);
    if (fragment === null) {
      this.done = 'long';
      return;
    }
    this.link = new URL(fragment, location.href).href;
    try {
      await navigator.clipboard.writeText(this.link);
      this.done = 'copied';
    } catch {
      // In a club's network the page is not a secure one, and the clipboard is not available.
      this.done = 'shown';
    }
  }
}
