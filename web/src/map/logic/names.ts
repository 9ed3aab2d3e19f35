// Names on the ground. The server writes them into the picture of the ground; they are taken out of it, so that they
// stay sharp at every zoom and avoid troops.
import { box, textWidth, type Box } from './crowd';

export interface GroundName {
  text: string;
  /** Place as a share of the picture's width. */
  x: number;
  y: number;
  size: number;
  italic: boolean;
  spacing: number;
  fill: string;
  halo: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'" };
const plain = (text: string): string => text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
const token = (value: string | undefined, otherwise: string): string => (value && /^var\(--[\w-]+\)$/.test(value) ? value : otherwise);

/** The picture without its straight names, and the names. Those along a river stay in the picture. */
export function lifted(svg: string): { svg: string; names: GroundName[] } {
  const width = Number(/viewBox="0 0 ([\d.]+)/.exec(svg)?.[1] ?? 0);
  if (!(width > 0)) return { svg, names: [] };
  const names: GroundName[] = [];
  const rest = svg.replace(/<text\b([^>]*)>([^<]*)<\/text>/g, (whole, attributes: string, text: string) => {
    const of = (name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
    const [x, y, size] = [Number(of('x')), Number(of('y')), Number(of('font-size'))];
    if (of('text-anchor') !== 'middle' || of('transform') !== undefined || ![x, y, size].every(Number.isFinite)) return whole;
    names.push({
      text: plain(text.trim()),
      x: x / width,
      y: y / width,
      size,
      italic: of('font-style') === 'italic',
      spacing: Number(of('letter-spacing') ?? 0) || 0,
      fill: token(of('fill'), 'var(--ink-2)'),
      halo: token(of('stroke'), 'var(--paper)'),
    });
    return '';
  });
  return { svg: rest, names };
}

/** The box of a name on a picture of a width. */
export function nameBox(name: GroundName, width: number): Box {
  const wide = textWidth(name.text, false) * name.size * 0.95 + name.text.length * name.spacing;
  const half = wide / 2 + 6;
  // A name at the edge of a small map is moved inside it.
  const x = wide + 12 > width ? width / 2 : Math.min(width - half, Math.max(half, name.x * width));
  return box({ x, y: name.y * width - name.size * 0.32 }, wide, name.size * 1.1);
}
