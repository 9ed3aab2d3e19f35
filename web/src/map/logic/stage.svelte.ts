// The camera over the map: its place, its scale, and the direction at the top. Units are laid out for a settled scale;
// during a zoom the whole picture is only stretched, and laid out again when the fingers rest.
import type { Cm, Point } from '$lib/api/types';
import { centred, filling, fit, framed, held, Projection, turned, UPS, zoomed, type Camera, type Margins, type Up, type XY } from './view';

const REST = 140;
/** At the foot are the dock and, above it, the scale. */
export const WHOLE: Margins = { top: 14, right: 14, bottom: 122, left: 14 };
/** On a telephone the overlays of the map (the next unit, the buttons of the view, scale and dock) cover no unit. */
export const TELEPHONE: Margins = { top: 56, right: 60, bottom: 122, left: 14 };

export class Stage {
  camera = $state.raw<Camera>({ px: 0.001, x: 0, y: 0, up: 'north' });
  settled = $state(0.001);
  window = $state.raw({ width: 800, height: 600 });
  margins = $state.raw<Margins>(WHOLE);
  /** The margins of a narrow window. */
  narrow = $state.raw<Margins | null>(null);
  /** The visible range of the settled picture, once the hand rests. */
  seen = $state.raw({ from: 0, to: Infinity });
  #rest: ReturnType<typeof setTimeout> | undefined;
  #fitted = true;
  #framed: Point[] = [];

  /** The direction at the top: it changes seldom, the camera with every movement of the hand. */
  readonly up = $derived(this.camera.up);
  /** The picture as laid out last. It must not depend on the camera's place: a pan lays nothing out again. */
  readonly view = $derived.by(() => new Projection(this.width, this.height, this.up, this.settled, this.unit));
  /** The present stretch of the picture. */
  readonly stretch = $derived(this.camera.px / this.settled);
  /** The projection of this moment, for taps during a zoom. */
  get live(): Projection {
    return new Projection(this.width, this.height, this.camera.up, this.camera.px, this.unit);
  }

  constructor(
    readonly width: Cm,
    readonly height: Cm,
    readonly unit: Cm,
    up: Up = 'north',
  ) {
    this.camera = { ...this.camera, up };
  }

  #put(camera: Camera, now = false) {
    const there = held(camera, this.width, this.height, this.window);
    // Whole pixels: a picture between pixels is blurred.
    this.camera = { ...there, x: Math.round(there.x), y: Math.round(there.y) };
    clearTimeout(this.#rest);
    if (now) this.#settle();
    else this.#rest = setTimeout(() => this.#settle(), REST);
  }

  #settle() {
    this.settled = this.camera.px;
    this.seen = { from: -this.camera.x, to: this.window.width - this.camera.x };
  }

  resize(width: number, height: number) {
    if (width <= 0 || height <= 0) return;
    const before = this.window;
    this.window = { width, height };
    if (this.#framed.length > 0 && !this.#low) this.frame(this.#framed);
    else if (this.#fitted && !this.#low) this.fit();
    else {
      const c = this.camera;
      this.#put({ ...c, x: c.x + (width - before.width) / 2, y: c.y + (height - before.height) / 2 });
    }
  }

  get #kept(): Margins {
    return this.narrow && this.window.width <= 700 ? this.narrow : this.margins;
  }

  /** Whether a sheet covers most of a narrow window: the rest shows a part of the unscaled picture. */
  get #low(): boolean {
    return this.narrow !== null && this.window.width <= 700 && this.window.height <= 360;
  }

  #whole(): Camera {
    return fit(this.width, this.height, this.camera.up, this.window, this.#kept);
  }

  fit() {
    this.#fitted = true;
    this.#framed = [];
    this.#put(this.#whole(), true);
  }

  /** Shows these points as large as possible, until the user moves the map. */
  frame(points: Point[]) {
    const whole = this.#whole().px;
    const camera = framed(points, this.width, this.height, this.camera.up, this.window, this.#kept);
    // A slightly larger scale is not worth losing the edges of the map, nor where troops are large enough already.
    if (camera.px < whole * 1.25 || whole * this.unit >= 14) {
      this.fit();
      this.#framed = points;
      return;
    }
    this.#fitted = false;
    this.#framed = points;
    this.#put(camera, true);
  }

  pan(dx: number, dy: number) {
    this.#fitted = false;
    this.#framed = [];
    this.#put({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  zoom(by: number, about: XY = { x: this.window.width / 2, y: this.window.height / 2 }) {
    this.#fitted = false;
    this.#framed = [];
    this.#put(zoomed(this.camera, by, about, this.#whole().px, this.unit));
  }

  rotate() {
    const up = UPS[(UPS.indexOf(this.camera.up) + 1) % UPS.length] ?? 'north';
    this.face(up);
  }

  face(up: Up) {
    this.#framed = [];
    if (this.#fitted) {
      this.camera = { ...this.camera, up };
      this.fit();
    } else this.#put(turned(this.camera, up, this.width, this.height, this.window), true);
  }

  /** Moves a point into the window if it is not well inside it already. */
  show(point: Point) {
    const at = this.live.at(point);
    const [x, y] = [at.x + this.camera.x, at.y + this.camera.y];
    const { width, height } = this.window;
    if (x > 60 && y > 60 && x < width - 60 && y < height - (this.#low ? 60 : 110)) return;
    const there = centred(this.camera, point, this.width, this.height, this.window);
    if (this.#low) return this.#put(there);
    // On a map that is seen whole every unit is visible.
    if (this.#fitted) return;
    this.#framed = [];
    this.#put(filling(there, this.width, this.height, this.window, this.#kept));
  }

  /** A point of the window on the ground. */
  groundAt(at: XY): Point {
    return this.live.ground({ x: at.x - this.camera.x, y: at.y - this.camera.y });
  }

  /** A point of the window on the settled picture, where units are laid out. */
  pictureAt(at: XY): XY {
    return { x: (at.x - this.camera.x) / this.stretch, y: (at.y - this.camera.y) / this.stretch };
  }
}
