// From the ground to the screen and back. The ground is in centimetres, east +x, north +y; bearings are hundredths of a
// degree clockwise from north. The picture of the ground begins at its upper left corner, whatever is at the top.
import type { Angle, Cm, Point } from '$lib/api/types';

export type Up = 'north' | 'east' | 'south' | 'west';
export interface XY {
  x: number;
  y: number;
}

export const UPS: readonly Up[] = ['north', 'east', 'south', 'west'];

const BEARING: Record<Up, Angle> = { north: 0, east: 9_000, south: 18_000, west: 27_000 };

/** The map as a separate picture: scale and top, without its place on the screen. */
export class Projection {
  constructor(
    readonly width: Cm,
    readonly height: Cm,
    readonly up: Up,
    /** Pixels per centimetre of the ground. */
    readonly px: number,
    /** The ruleset's unit on the ground. */
    readonly unit: Cm,
  ) {}

  /** Size of the whole picture, in pixels. */
  get size(): XY {
    const sideways = this.up === 'east' || this.up === 'west';
    return { x: (sideways ? this.height : this.width) * this.px, y: (sideways ? this.width : this.height) * this.px };
  }

  /** Pixels per unit of the ruleset. */
  get pxPerUnit(): number {
    return this.unit * this.px;
  }

  /** A point of the ground on the picture. */
  at(p: Point): XY {
    const { px, width, height } = this;
    switch (this.up) {
      case 'north':
        return { x: p.x * px, y: (height - p.y) * px };
      case 'east':
        return { x: (height - p.y) * px, y: (width - p.x) * px };
      case 'south':
        return { x: (width - p.x) * px, y: p.y * px };
      case 'west':
        return { x: p.y * px, y: p.x * px };
    }
  }

  /** A point of the picture on the ground, rounded. */
  ground(q: XY): Point {
    const [a, b] = [q.x / this.px, q.y / this.px];
    const whole = (x: number, y: number): Point => ({ x: Math.round(x), y: Math.round(y) });
    switch (this.up) {
      case 'north':
        return whole(a, this.height - b);
      case 'east':
        return whole(this.width - b, this.height - a);
      case 'south':
        return whole(this.width - a, b);
      case 'west':
        return whole(b, a);
    }
  }

  /** The rotation for a bearing, in degrees clockwise from the top of the picture. */
  turn(facing: Angle): number {
    return ((((facing - BEARING[this.up]) % 36_000) + 36_000) % 36_000) / 100;
  }

  /** The direction of a bearing on the picture. */
  direction(facing: Angle): XY {
    const a = (this.turn(facing) * Math.PI) / 180;
    return { x: Math.sin(a), y: -Math.cos(a) };
  }

  /** The bearing from one point of the ground to another, in hundredths of a degree. */
  static bearing(from: Point, to: Point): Angle {
    const a = (Math.atan2(to.x - from.x, to.y - from.y) * 18_000) / Math.PI;
    return ((Math.round(a) % 36_000) + 36_000) % 36_000;
  }
}

/** The place of the picture in the window, and its size. */
export interface Camera {
  /** Pixels per centimetre. */
  px: number;
  /** Place of the picture's upper left corner in the window. */
  x: number;
  y: number;
  up: Up;
}

export interface Window {
  width: number;
  height: number;
}

/** Room left around a map that is shown whole: its graduated edge, the dock below. */
export interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

const LARGEST_PX_PER_UNIT = 160;

export function sizeAt(width: Cm, height: Cm, up: Up, px: number): XY {
  return new Projection(width, height, up, px, 1).size;
}

/** The whole map in the window. */
export function fit(width: Cm, height: Cm, up: Up, window: Window, margins: Margins): Camera {
  const one = sizeAt(width, height, up, 1);
  const room = {
    x: Math.max(40, window.width - margins.left - margins.right),
    y: Math.max(40, window.height - margins.top - margins.bottom),
  };
  const px = Math.min(room.x / one.x, room.y / one.y);
  return {
    px,
    up,
    x: margins.left + (room.x - one.x * px) / 2,
    y: margins.top + (room.y - one.y * px) / 2,
  };
}

/** These points of the ground in the window, with some ground around them; never smaller than the whole map. */
export function framed(points: Point[], width: Cm, height: Cm, up: Up, window: Window, margins: Margins): Camera {
  const whole = fit(width, height, up, window, margins);
  if (points.length === 0) return whole;
  const view = new Projection(width, height, up, 1, 1);
  const all = points.map((p) => view.at(p));
  const [x0, x1] = [Math.min(...all.map((p) => p.x)), Math.max(...all.map((p) => p.x))];
  const [y0, y1] = [Math.min(...all.map((p) => p.y)), Math.max(...all.map((p) => p.y))];
  const room = {
    x: Math.max(40, window.width - margins.left - margins.right),
    y: Math.max(40, window.height - margins.top - margins.bottom),
  };
  const px = Math.max(whole.px, Math.min(room.x / Math.max(1, (x1 - x0) * 1.3), room.y / Math.max(1, (y1 - y0) * 1.25)));
  // A map with room on both sides is centred, wherever its troops are.
  const place = (from: number, space: number, size: number, middle: number) => from + (size <= space ? (space - size) / 2 : space / 2 - middle * px);
  const size = sizeAt(width, height, up, px);
  return {
    px,
    up,
    x: place(margins.left, room.x, size.x, (x0 + x1) / 2),
    y: place(margins.top, room.y, size.y, (y0 + y1) / 2),
  };
}

/** Scaled about a point of the window, between the whole map and a unit as large as a thumb. */
export function zoomed(camera: Camera, by: number, about: XY, least: number, unit: Cm): Camera {
  const most = Math.max(least, LARGEST_PX_PER_UNIT / unit);
  const px = Math.min(most, Math.max(least * 0.8, camera.px * by));
  const k = px / camera.px;
  return { ...camera, px, x: about.x - (about.x - camera.x) * k, y: about.y - (about.y - camera.y) * k };
}

/** Moved, but always with a part of the map in the middle of the window. */
export function held(camera: Camera, width: Cm, height: Cm, window: Window): Camera {
  const size = sizeAt(width, height, camera.up, camera.px);
  const hold = (at: number, length: number, room: number) => Math.min(room * 0.6, Math.max(room * 0.4 - length, at));
  return { ...camera, x: hold(camera.x, size.x, window.width), y: hold(camera.y, size.y, window.height) };
}

/** Moved so that the map fills the window: where the map has room it is centred, else its edge comes no farther in
 * than the margins. */
export function filling(camera: Camera, width: Cm, height: Cm, window: Window, margins: Margins): Camera {
  const size = sizeAt(width, height, camera.up, camera.px);
  const place = (at: number, length: number, from: number, room: number) =>
    length <= room ? from + (room - length) / 2 : Math.min(from, Math.max(from + room - length, at));
  return {
    ...camera,
    x: place(camera.x, size.x, margins.left, window.width - margins.left - margins.right),
    y: place(camera.y, size.y, margins.top, window.height - margins.top - margins.bottom),
  };
}

/** Turned to another direction at the top, with the same point in the middle of the window. */
export function turned(camera: Camera, up: Up, width: Cm, height: Cm, window: Window): Camera {
  const before = new Projection(width, height, camera.up, camera.px, 1);
  const middle = before.ground({ x: window.width / 2 - camera.x, y: window.height / 2 - camera.y });
  return centred({ ...camera, up }, middle, width, height, window);
}

/** With a point of the ground in the middle of the window. */
export function centred(camera: Camera, on: Point, width: Cm, height: Cm, window: Window): Camera {
  const at = new Projection(width, height, camera.up, camera.px, 1).at(on);
  return { ...camera, x: window.width / 2 - at.x, y: window.height / 2 - at.y };
}

/** The direction at the top when a side looks from its own edge: the quarter that its troops face on average. */
export function ownUp(facings: Angle[]): Up {
  let [east, north] = [0, 0];
  for (const facing of facings) {
    const a = (facing * Math.PI) / 18_000;
    east += Math.sin(a);
    north += Math.cos(a);
  }
  if (Math.abs(east) < 1e-9 && Math.abs(north) < 1e-9) return 'north';
  if (Math.abs(north) >= Math.abs(east)) return north >= 0 ? 'north' : 'south';
  return east > 0 ? 'east' : 'west';
}

/** The direction at the top so that the map fills a window: the player's own choice where it is nearly as good, else
 * the best-filling one with the player's troops lowest. */
export function upFor(own: Up, width: Cm, height: Cm, window: Window, margins: Margins, troops: Point[]): Up {
  const px = (up: Up) => fit(width, height, up, window, margins).px;
  const best = Math.max(...UPS.map(px));
  if (px(own) >= best * 0.8) return own;
  const low = (up: Up) => {
    const view = new Projection(width, height, up, 1, 1);
    return troops.reduce((sum, p) => sum + view.at(p).y, 0) / (view.size.y * Math.max(1, troops.length));
  };
  return UPS.filter((up) => px(up) >= best * 0.999).sort((a, b) => low(b) - low(a))[0] ?? own;
}

/** The scale bar: the units in one of its five parts, so that a part is never too small to read. */
export function barStep(pxPerUnit: number): number {
  let step = 1;
  for (const times of [2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2]) {
    if (pxPerUnit * step >= 18) return step;
    step *= times;
  }
  return step;
}

/** The bars of the graduated edge: one per unit, or per five, ten... where units are too small. */
export function edgeBar(pxPerUnit: number): number {
  let bar = pxPerUnit;
  for (const times of [5, 2, 5, 2, 5, 2]) {
    if (bar >= 6) return bar;
    bar *= times;
  }
  return bar;
}
