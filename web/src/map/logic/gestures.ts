// Fingers, mouse and wheel over the map: a drag pans or moves something, two fingers zoom, a short press is a tap.
import type { XY } from './view';

export interface Hands {
  /** Whether a drag that begins here moves something. */
  grab(at: XY): boolean;
  carry(at: XY): void;
  drop(at: XY): void;
  pan(dx: number, dy: number): void;
  zoom(by: number, about: XY): void;
  tap(at: XY, pointer: string): void;
  hover?(at: XY): void;
}

const SLOP: Record<string, number> = { mouse: 4, pen: 6, touch: 9 };

export function gestures(node: HTMLElement, hands: () => Hands) {
  const down = new Map<number, XY>();
  let start: XY | null = null;
  let mode: 'none' | 'press' | 'pan' | 'carry' | 'pinch' = 'none';

  const local = (event: PointerEvent | WheelEvent): XY => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const two = (): [XY, XY] | null => {
    const [a, b] = [...down.values()];
    return a && b ? [a, b] : null;
  };

  const press = (event: PointerEvent) => {
    if (event.button !== 0 && event.button !== 1) return;
    if (event.target instanceof Element && event.target.closest('[data-control]')) return;
    const at = local(event);
    down.set(event.pointerId, at);
    try {
      node.setPointerCapture(event.pointerId);
    } catch {
      // The pointer has gone already.
    }
    if (down.size === 2) {
      if (mode === 'carry' && start) hands().drop(start);
      mode = 'pinch';
      return;
    }
    start = at;
    mode = event.button === 1 ? 'pan' : 'press';
  };

  const move = (event: PointerEvent) => {
    const before = down.get(event.pointerId);
    const at = local(event);
    if (!before) {
      if (event.pointerType === 'mouse') hands().hover?.(at);
      return;
    }
    if (mode === 'pinch') {
      const was = two();
      down.set(event.pointerId, at);
      const now = two();
      if (!was || !now) return;
      const far = (p: [XY, XY]) => Math.max(1, Math.hypot(p[0].x - p[1].x, p[0].y - p[1].y));
      const mid = (p: [XY, XY]): XY => ({ x: (p[0].x + p[1].x) / 2, y: (p[0].y + p[1].y) / 2 });
      const [m0, m1] = [mid(was), mid(now)];
      hands().pan(m1.x - m0.x, m1.y - m0.y);
      hands().zoom(far(now) / far(was), m1);
      return;
    }
    down.set(event.pointerId, at);
    if (mode === 'press' && start) {
      if (Math.hypot(at.x - start.x, at.y - start.y) < (SLOP[event.pointerType] ?? 6)) return;
      mode = hands().grab(start) ? 'carry' : 'pan';
      if (mode === 'pan') hands().pan(at.x - start.x, at.y - start.y);
    } else if (mode === 'pan') hands().pan(at.x - before.x, at.y - before.y);
    if (mode === 'carry') hands().carry(at);
  };

  const lift = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    const at = local(event);
    if (mode === 'press' && event.type === 'pointerup') hands().tap(at, event.pointerType);
    if (mode === 'carry') hands().drop(at);
    if (down.size === 0) {
      mode = 'none';
      start = null;
    } else mode = 'pan';
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 24 : 1;
    if (event.shiftKey && !event.ctrlKey) hands().pan(-(event.deltaX || event.deltaY) * lines, 0);
    else hands().zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), local(event));
  };

  node.addEventListener('pointerdown', press);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', lift);
  node.addEventListener('pointercancel', lift);
  node.addEventListener('wheel', wheel, { passive: false });
  return () => {
    node.removeEventListener('pointerdown', press);
    node.removeEventListener('pointermove', move);
    node.removeEventListener('pointerup', lift);
    node.removeEventListener('pointercancel', lift);
    node.removeEventListener('wheel', wheel);
  };
}
