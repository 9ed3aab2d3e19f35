import { describe, expect, it } from 'vitest';
import type { Piece, PlaceCard, UnitView } from '$lib/api/types';
import { around, box, chosenPlate, layOut, meets, plateSize, type Laid } from './crowd';
import { distance, hits, meant, placeAll, towards } from './hit';
import { lifted, nameBox } from './names';
import { drawnPlaces } from './places';
import { Stage, WHOLE } from './stage.svelte';
import { armOf, detailOf, patternOf, strengthOf } from './symbols';
import { barStep, centred, edgeBar, fit, framed, held, ownUp, Projection, sizeAt, turned, UPS, zoomed } from './view';

const W = 120_000;
const H = 90_000;
const WINDOW = { width: 1000, height: 800 };
const NONE = { top: 0, right: 0, bottom: 0, left: 0 };

const piece = (x: number, y: number, facing = 0, lead = true): Piece => ({ pose: { at: { x, y }, facing }, front: 10_000, depth: 2_500, lead });

function unit(over: Partial<UnitView> & { side?: 'blue' | 'red'; pieces?: Piece[] } = {}): UnitView {
  const words = { fr: 'I/42e', en: 'I/42e' };
  return {
    card: { side: over.side ?? 'blue', name: 'x', nation: 'a', arm: 'infantry', command: null, pieces: over.pieces ?? [], marks: {}, counts: {} },
    name: words,
    short: words,
    formation: null,
    state: null,
    disordered: false,
    acted: null,
    order: null,
    abandoned: false,
    strength: [3, 4],
    lines: [],
    rank: 0,
    radius: null,
    manner: 'formed',
    label: words,
    ...over,
  };
}

describe('the view', () => {
  it.each(UPS)('brings a point of the ground to the picture and back with %s up', (up) => {
    const view = new Projection(W, H, up, 0.01, 5_000);
    for (const p of [
      { x: 0, y: 0 },
      { x: W, y: H },
      { x: 33_300, y: 71_100 },
    ])
      expect(view.ground(view.at(p))).toEqual(p);
    const ahead = view.at({ x: 50_000, y: 50_000 });
    // A bearing at the top of the picture points up on it.
    const top = { north: 0, east: 9_000, south: 18_000, west: 27_000 }[up];
    expect(view.turn(top)).toBe(0);
    const step = { north: { x: 0, y: 1 }, east: { x: 1, y: 0 }, south: { x: 0, y: -1 }, west: { x: -1, y: 0 } }[up];
    const further = view.at({ x: 50_000 + step.x * 1_000, y: 50_000 + step.y * 1_000 });
    expect(further.x).toBeCloseTo(ahead.x);
    expect(further.y).toBeLessThan(ahead.y);
  });

  it('fits the whole map in the middle of the window', () => {
    const camera = fit(W, H, 'north', WINDOW, NONE);
    const size = sizeAt(W, H, 'north', camera.px);
    expect(size.x).toBeCloseTo(1000);
    expect(camera.y).toBeCloseTo((800 - size.y) / 2);
  });

  it('keeps the point under the finger while it zooms, and knows when to stop', () => {
    const camera = fit(W, H, 'north', WINDOW, NONE);
    const about = { x: 300, y: 200 };
    const before = new Projection(W, H, 'north', camera.px, 1).ground({ x: about.x - camera.x, y: about.y - camera.y });
    const nearer = zoomed(camera, 2, about, camera.px, 5_000);
    const after = new Projection(W, H, 'north', nearer.px, 1).ground({ x: about.x - nearer.x, y: about.y - nearer.y });
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(3);
    expect(zoomed(camera, 1e9, about, camera.px, 5_000).px * 5_000).toBeCloseTo(160);
    expect(zoomed(camera, 1e-9, about, camera.px, 5_000).px).toBeCloseTo(camera.px * 0.8);
  });

  it('never loses the map, and turns about the middle of the window', () => {
    const camera = fit(W, H, 'north', WINDOW, NONE);
    const away = held({ ...camera, x: 9_999, y: -9_999 }, W, H, WINDOW);
    expect(away.x).toBeLessThanOrEqual(600);
    expect(away.y + sizeAt(W, H, 'north', camera.px).y).toBeGreaterThanOrEqual(320 - 1e-9);
    const there = centred(camera, { x: 20_000, y: 30_000 }, W, H, WINDOW);
    const round = turned(there, 'south', W, H, WINDOW);
    const middle = new Projection(W, H, 'south', round.px, 1).ground({ x: 500 - round.x, y: 400 - round.y });
    expect(Math.hypot(middle.x - 20_000, middle.y - 30_000)).toBeLessThan(3);
  });

  it('frames the troops, never farther away than the whole map', () => {
    const near = framed(
      [
        { x: 50_000, y: 40_000 },
        { x: 60_000, y: 45_000 },
      ],
      W,
      H,
      'north',
      WINDOW,
      NONE,
    );
    const at = new Projection(W, H, 'north', near.px, 1).at({ x: 55_000, y: 42_500 });
    expect(at.x + near.x).toBeCloseTo(500);
    expect(at.y + near.y).toBeCloseTo(400);
    expect(framed([], W, H, 'north', WINDOW, NONE).px).toBeCloseTo(fit(W, H, 'north', WINDOW, NONE).px);
    expect(
      framed(
        [
          { x: 0, y: 0 },
          { x: W, y: H },
        ],
        W,
        H,
        'north',
        WINDOW,
        NONE,
      ).px,
    ).toBeCloseTo(fit(W, H, 'north', WINDOW, NONE).px);
  });

  it('looks from the edge of its own side', () => {
    expect(ownUp([100, 35_900])).toBe('north');
    expect(ownUp([17_000, 19_000, 18_000])).toBe('south');
    expect(ownUp([9_000, 8_000])).toBe('east');
    expect(ownUp([27_000])).toBe('west');
    expect(ownUp([])).toBe('north');
  });

  it('graduates its edge and scale so that they can be read', () => {
    expect(edgeBar(28)).toBe(28);
    expect(edgeBar(2)).toBe(10);
    expect(barStep(28)).toBe(1);
    expect(barStep(4) * 4).toBeGreaterThanOrEqual(18);
  });
});

describe('the camera', () => {
  const tablet = { width: 476, height: 1128 };
  const edge = { x: 2_000, y: 2_000 };
  const look = (stage: Stage) => {
    const size = sizeAt(W, H, stage.camera.up, stage.camera.px);
    const at = stage.live.at(edge);
    return { size, left: stage.camera.x, right: stage.camera.x + size.x, spot: { x: at.x + stage.camera.x, y: at.y + stage.camera.y } };
  };

  it('leaves a map that is seen whole where it is, whoever is asked about', () => {
    const stage = new Stage(W, H, 5_000);
    stage.resize(tablet.width, tablet.height);
    const before = stage.camera;
    stage.show(edge);
    expect(stage.camera).toEqual(before);
    // Where the map is smaller than the window it is never moved beyond its edge.
    expect(look(stage).left).toBeGreaterThanOrEqual(0);
    expect(look(stage).right).toBeLessThanOrEqual(tablet.width);
  });

  it('goes to whoever is out of sight without leaving half of the window empty', () => {
    const stage = new Stage(W, H, 5_000);
    stage.resize(tablet.width, tablet.height);
    stage.zoom(4, { x: 400, y: 300 });
    stage.show(edge);
    const { left, spot } = look(stage);
    expect(left).toBeLessThanOrEqual(WHOLE.left);
    expect(spot.x).toBeGreaterThan(0);
    expect(spot.y).toBeGreaterThan(0);
    expect(spot.x).toBeLessThan(tablet.width);
    expect(spot.y).toBeLessThanOrEqual(tablet.height - WHOLE.bottom);
  });
});

describe('the finger', () => {
  const view = new Projection(W, H, 'north', 0.01, 5_000);
  const at = (id: number, x: number, y: number) => ({ id, pieces: placeAll([piece(x, y)], view) });

  it('means the nearest footprint within its reach, and the next one when it taps again', () => {
    const targets = [at(1, 20_000, 20_000), at(2, 20_000, 24_000), at(3, 90_000, 20_000)];
    const q = view.at({ x: 20_000, y: 21_900 });
    const found = hits(targets, q);
    expect(found).toEqual([1, 2]);
    expect(meant(found, null, q)).toBe(1);
    expect(meant(found, { id: 1, at: q }, q)).toBe(2);
    expect(meant(found, { id: 2, at: q }, q)).toBe(1);
    expect(meant(hits(targets, { x: 0, y: 0 }), null, { x: 0, y: 0 })).toBeNull();
  });

  it('measures from the edge of a turned piece', () => {
    const [p] = placeAll([piece(50_000, 50_000, 9_000)], view);
    if (!p) throw new Error('no piece');
    // Facing east its front edge lies 12.5 px to the right, its flank 50 px up.
    expect(distance(p, { x: p.at.x + 12.5 + 7, y: p.at.y })).toBeCloseTo(7);
    expect(distance(p, { x: p.at.x, y: p.at.y - 50 - 3 })).toBeCloseTo(3);
    expect(distance(p, p.at)).toBe(0);
  });

  it('goes from unit to unit by arrow', () => {
    const targets = [at(1, 20_000, 20_000), at(2, 60_000, 22_000), at(3, 20_000, 60_000)];
    const from = view.at({ x: 18_000, y: 18_000 });
    expect(towards(targets.slice(1), from, { x: 1, y: 0 })).toBe(2);
    expect(towards(targets.slice(1), from, { x: 0, y: -1 })).toBe(3);
    expect(towards(targets.slice(1), from, { x: -1, y: 0 })).toBeNull();
  });
});

describe('symbols', () => {
  it('show more as the map grows', () => {
    const detail = (px: number, unit = 5_000) => detailOf(new Projection(W, H, 'north', px / 5_000, unit));
    expect([650, 5_000, 6_000].map((unit) => detail(30, unit))).toEqual([2, 2, 2]);
    expect([10, 18, 28, 44].map(detail)).toEqual([0, 1, 2, 3]);
  });

  it('know arms by their word and coats by their hatching', () => {
    expect(['infantry', 'cavalry', 'artillery', 'general', 'pontoon'].map((arm) => armOf({ ...unit().card, arm }))).toEqual([
      'foot',
      'horse',
      'guns',
      'general',
      'foot',
    ]);
    const look = { name: { fr: '', en: '' }, coat: '#000000', half: null, figures: '#FFFFFF', hatching: 'along', cockade: [] };
    expect(patternOf(look)).toBe('h-along-w');
    expect(patternOf({ ...look, figures: '#1B2730' })).toBe('h-along-k');
    expect(patternOf({ ...look, hatching: 'none' })).toBeNull();
  });
});

describe('names on the ground', () => {
  it('are lifted out of the picture, straight ones only, and say what they say', () => {
    const svg =
      '<svg viewBox="0 0 200 100"><text font-size="14" font-style="italic" letter-spacing="1.1" fill="var(--ink-2)" stroke="url(x)" text-anchor="middle" x="100" y="50">Bois &amp; pré</text><text><textPath>Lamato</textPath></text></svg>';
    const { svg: rest, names } = lifted(svg);
    expect(names).toHaveLength(1);
    expect(names[0]).toMatchObject({ text: 'Bois & pré', x: 0.5, y: 0.25, size: 14, italic: true, fill: 'var(--ink-2)', halo: 'var(--paper)' });
    expect(rest).not.toContain('Bois');
    expect(rest).toContain('Lamato');
    const [b, wide] = [nameBox(names[0]!, 200), nameBox(names[0]!, 400)];
    expect(b.x0).toBeLessThan(100);
    expect(wide.x1 - wide.x0).toBeCloseTo(b.x1 - b.x0);
  });
});

describe('plates', () => {
  const view = new Projection(W, H, 'north', 0.0056, 5_000);
  const laid = (id: number, x: number, y: number, over: Partial<UnitView> & { side?: 'blue' | 'red' } = {}): Laid => {
    const pieces = [piece(x, y, over.side === 'red' ? 18_000 : 0)];
    return { id, unit: unit({ ...over, pieces }), pieces: placeAll(pieces, view) };
  };
  const wanted = {
    map: { x0: 0, y0: 0, x1: view.size.x, y1: view.size.y },
    detail: 2 as const,
    chosen: null,
    viewer: 'blue' as const,
    name: (u: UnitView) => u.short.fr,
    taken: [],
  };

  it('stand behind their unit and never over another thing', () => {
    const units = [laid(1, 60_000, 40_000), laid(2, 60_000, 60_000, { side: 'red', state: [2, { fr: '', en: '' }] })];
    const signs = layOut(units, wanted);
    expect(signs.plates).toHaveLength(2);
    const own = signs.plates.find((p) => p.id === 1);
    expect(own?.box.y0).toBeGreaterThan(view.at({ x: 60_000, y: 40_000 }).y);
    const foe = signs.plates.find((p) => p.id === 2);
    expect(foe?.box.y1).toBeLessThan(view.at({ x: 60_000, y: 60_000 }).y);
    expect(signs.states.map((s) => s.step)).toEqual([2]);
  });

  it('give way: the chosen first, then one’s own', () => {
    const crowd = Array.from({ length: 40 }, (_, i) =>
      laid(i, 60_000 + (i % 5) * 1_500, 45_000 + Math.floor(i / 5) * 1_500, { side: i % 2 ? 'red' : 'blue' }),
    );
    const signs = layOut(crowd, { ...wanted, chosen: 39 });
    expect(signs.plates.length).toBeLessThan(40);
    expect(signs.plates[0]?.id).toBe(39);
    const boxes = signs.plates.map((p) => p.box);
    for (const [i, a] of boxes.entries()) for (const b of boxes.slice(i + 1)) expect(meets(a, b)).toBe(false);
    const own = signs.plates.filter((p) => p.id % 2 === 0).length;
    expect(own).toBeGreaterThan(signs.plates.length - own - 1);
  });

  it('grow away from their unit when it is chosen', () => {
    for (const facing of [0, 90, 180, 270]) {
      const pieces = [piece(60_000, 40_000, facing * 100)];
      const one: Laid = { id: 1, unit: unit({ strength: [8, 10], pieces }), pieces: placeAll(pieces, view) };
      const [small] = layOut([one], { ...wanted, detail: 1 as const }).plates;
      if (!small) throw new Error('no plate');
      const large = chosenPlate(small, one, 'I/42e');
      expect(large.size.width).toBeGreaterThan(small.size.width);
      for (const p of one.pieces) expect(meets(large.box, around(p)), `facing ${facing}`).toBe(false);
    }
  });

  it('stay in the window as long as their unit does', () => {
    const one = laid(1, 60_000, 40_000);
    const at = view.at({ x: 60_000, y: 40_000 }).x;
    const seen = { from: at - 6, to: at + 400 };
    const [plate] = layOut([one], { ...wanted, seen }).plates;
    if (!plate) throw new Error('no plate');
    expect(plate.box.x0).toBeGreaterThan(seen.from);
    const large = chosenPlate(plate, one, 'Premier bataillon, 42e', { ...wanted, seen });
    expect(large.box.x0).toBeGreaterThan(seen.from);
    // A unit out of sight keeps its plate: a pan brings both.
    expect(layOut([one], { ...wanted, seen: { from: at + 50, to: at + 400 } }).plates).toHaveLength(1);
  });

  it('name a general in what room is left where all is small, and not who stands on him', () => {
    const general = (id: number, x: number): Laid => {
      const pieces = [piece(x, 40_000, 0)];
      return { id, unit: unit({ pieces, rank: 2 }), pieces: placeAll(pieces, view) };
    };
    const signs = layOut([general(1, 60_000), general(2, 60_200), general(3, 90_000)], { ...wanted, detail: 0 as const });
    expect(signs.names.map(({ id }) => id)).toEqual([1, 3]);
  });

  it('keep clear of what is taken, and count squares up to ten', () => {
    const one = laid(1, 60_000, 40_000);
    const [free] = layOut([one], wanted).plates;
    if (!free) throw new Error('no plate');
    const middle = { x: (free.box.x0 + free.box.x1) / 2, y: (free.box.y0 + free.box.y1) / 2 };
    const [moved] = layOut([one], { ...wanted, taken: [box(middle, 30, 10)] }).plates;
    expect(moved && meets(moved.box, box(middle, 30, 10))).toBe(false);
    expect(plateSize(unit({ strength: [10, 10] }), 'x', false).squares).toBe(69);
    expect(plateSize(unit({ strength: [11, 12] }), 'x', false).squares).toBeLessThan(50);
    // The strength at the start may be unknown.
    expect(plateSize(unit({ strength: [7, 0] }), 'x', false).squares).toBeCloseTo(7 * 6.4 + 5);
    expect([strengthOf(unit({ strength: [14, 0] })), strengthOf(unit({ strength: [14, 15] }))]).toEqual(['14', '14/15']);
  });
});

describe('names of what is fought for', () => {
  const view = new Projection(W, H, 'north', 0.01, 5_000);
  const name = { fr: 'La Ferme des Tilleuls', en: 'La Ferme des Tilleuls' };
  const place = (x: number) => ({ what: 'objective', name, outline: [{ x, y: 40_000 }], points: 30, side: null }) as unknown as PlaceCard;
  const drawn = (x: number, from: number, to: number) => drawnPlaces([place(x)], view, false, new Set(), { from, to })[0];

  it('stand inside the window, on either side of the pole, or not at all', () => {
    expect(drawn(60_000, 0, Infinity)).toMatchObject({ back: false, label: 'La Ferme des Tilleuls · 30' });
    expect(drawn(60_000, 0, 700)).toMatchObject({ back: true, label: 'La Ferme des Tilleuls · 30' });
    expect(drawn(60_000, 590, 700)).toMatchObject({ back: false });
    expect(drawn(60_000, 0, 590)).toMatchObject({ label: '', box: null });
    expect(drawn(60_000, 610, 1200)).toMatchObject({ label: '', box: null });
  });
});
