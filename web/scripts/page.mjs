// Makes the page for sharing a finished battle: the client in one file, with a place for the battle.
//
//   node scripts/page.mjs FOLDER      puts FOLDER/replay.html
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'grognard-page-'));
const vite = spawnSync('npx', ['--no-install', 'vite', 'build', '--mode', 'page', '--logLevel', 'warn', '--outDir', out, '--emptyOutDir'], {
  cwd: web,
  stdio: 'inherit',
});
if (vite.status !== 0) process.exit(vite.status ?? 1);

// A script or a style in a page ends at the first end tag.
const read = (name) => readFileSync(join(out, name), 'utf8');
const page = read('index.html')
  .replace(/\s*<link rel="(?:manifest|apple-touch-icon)"[^>]*>/g, '')
  .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(read('icon.svg'))}" />`)
  .replace(
    /<link rel="stylesheet"[^>]*href="\.\/(assets\/[^"]+)"[^>]*>/g,
    (_, name) => `<style>${read(name).replaceAll('</style', '<\\/style')}</style>`,
  )
  .replace(/<script type="module"[^>]*src="\.\/(assets\/[^"]+)"[^>]*><\/script>/g, '')
  .replace('</body>', () => {
    const [, name] = /<script type="module"[^>]*src="\.\/(assets\/[^"]+)"/.exec(read('index.html'));
    return `<!--tape-->\n<script type="module">${read(name).replaceAll('</script', '<\\/script')}</script>\n</body>`;
  });
if (/(?:src|href)="\.\//.test(page)) throw new Error('the page is not whole: it names other files');
writeFileSync(join(process.argv[2], 'replay.html'), page);
rmSync(out, { recursive: true });
