// The system's own Chromium: no browser is downloaded.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function chromium(): string {
  const wanted = process.env['CHROMIUM'];
  if (wanted) return wanted;
  for (const name of NAMES) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const file = join(folder, name);
      if (folder && runs(file)) return file;
    }
  }
  throw new Error('No Chromium found. Install it (Debian: apt-get install chromium), or say where it is: CHROMIUM=/path/to/it');
}
