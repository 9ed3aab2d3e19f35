// Marches as lists of manoeuvres: which may be added, how much, and their notation.
import type { Manoeuvre, Piece, Point } from '$lib/api/types';

export type Kind = 'ahead' | 'oblique' | 'wheel' | 'turn' | 'side' | 'back' | 'reform' | 'enter' | 'stand';

export function kindOf(m: Manoeuvre): Kind {
  return m === 'stand' ? 'stand' : (Object.keys(m)[0] as Kind);
}

/** Lengths are in centimetres, angles in hundredths of a degree; the rest has no amount. */
export type Measured = 'length' | 'angle' | 'none';

export function measuredBy(kind: Kind): Measured {
  switch (kind) {
    case 'ahead':
    case 'oblique':
    case 'side':
    case 'back':
      return 'length';
    case 'wheel':
    case 'turn':
      return 'angle';
    default:
      return 'none';
  }
}

/** Whether it goes to either hand: positive is to the right. */
export const handed = (kind: Kind): boolean => kind === 'wheel' || kind === 'turn' || kind === 'side' || kind === 'oblique';

export function amountOf(m: Manoeuvre): number {
  if (m === 'stand' || 'reform' in m || 'enter' in m) return 0;
  if ('oblique' in m) return m.oblique.cm;
  if ('ahead' in m) return m.ahead;
  if ('wheel' in m) return m.wheel;
  if ('turn' in m) return m.turn;
  if ('side' in m) return m.side;
  return m.back;
}

export function withAmount(m: Manoeuvre, amount: number): Manoeuvre {
  const whole = Math.round(amount);
  if (m === 'stand' || 'reform' in m || 'enter' in m) return m;
  if ('oblique' in m) return { oblique: { cm: Math.abs(whole), by: m.oblique.by } };
  if ('ahead' in m) return { ahead: Math.max(0, whole) };
  if ('wheel' in m) return { wheel: whole };
  if ('turn' in m) return { turn: whole };
  if ('side' in m) return { side: whole };
  return { back: Math.max(0, whole) };
}

/** The other hand. */
export function mirrored(m: Manoeuvre): Manoeuvre {
  if (m === 'stand') return m;
  if ('oblique' in m) return { oblique: { cm: m.oblique.cm, by: -m.oblique.by } };
  return withAmount(m, -amountOf(m));
}

export const toTheRight = (m: Manoeuvre): boolean => (m !== 'stand' && 'oblique' in m ? m.oblique.by > 0 : amountOf(m) > 0);

/** Which of the allowed manoeuvres a leg is. */
export function allowedIndex(allowed: Manoeuvre[], leg: Manoeuvre): number {
  const kind = kindOf(leg);
  return allowed.findIndex((m) => {
    if (kindOf(m) !== kind) return false;
    if (m !== 'stand' && leg !== 'stand') {
      if ('reform' in m && 'reform' in leg) return m.reform === leg.reform;
      if ('enter' in m && 'enter' in leg) return m.enter === leg.enter;
    }
    return true;
  });
}

/** A new leg of an allowed kind: one unit of length, a modest turn, never beyond what is allowed. */
export function fresh(allowed: Manoeuvre, unit: number): Manoeuvre {
  const most = Math.abs(amountOf(allowed));
  switch (measuredBy(kindOf(allowed))) {
    case 'length':
      return withAmount(allowed, most > 0 ? Math.min(most, unit) : unit);
    case 'angle':
      return withAmount(allowed, most > 0 ? Math.min(most, 4_500) : 4_500);
    default:
      return allowed;
  }
}

/** Step of the plus and minus buttons. */
export const stepOf = (kind: Kind, unit: number): number => (measuredBy(kind) === 'angle' ? 500 : unit / 4);

const rad = (hundredths: number): number => (hundredths * Math.PI) / 18_000;

function moved(pieces: Piece[], bearing: number, cm: number): Piece[] {
  const [dx, dy] = [Math.sin(rad(bearing)) * cm, Math.cos(rad(bearing)) * cm];
  return pieces.map((p) => ({ ...p, pose: { ...p.pose, at: { x: p.pose.at.x + dx, y: p.pose.at.y + dy } } }));
}

/** Pieces carried round a point, facing and all. */
export function turnedAbout(pieces: Piece[], pivot: Point, by: number): Piece[] {
  const [sin, cos] = [Math.sin(rad(by)), Math.cos(rad(by))];
  return pieces.map((p) => {
    const d = { x: p.pose.at.x - pivot.x, y: p.pose.at.y - pivot.y };
    return {
      ...p,
      pose: {
        at: { x: pivot.x + d.x * cos + d.y * sin, y: pivot.y + d.y * cos - d.x * sin },
        facing: (((p.pose.facing + by) % 36_000) + 36_000) % 36_000,
      },
    };
  });
}

export const leadOf = (pieces: Piece[]): Piece | undefined => pieces.find((p) => p.lead) ?? pieces[0];

/** A unit moved so that its lead piece is at a pose. */
export function carriedTo(pieces: Piece[], to: Point, facing?: number): Piece[] {
  const lead = leadOf(pieces);
  if (!lead) return pieces;
  const there = pieces.map((p) => ({
    ...p,
    pose: { ...p.pose, at: { x: p.pose.at.x + to.x - lead.pose.at.x, y: p.pose.at.y + to.y - lead.pose.at.y } },
  }));
  return facing === undefined ? there : turnedAbout(there, to, facing - lead.pose.facing);
}

/** The end of a march, as far as it can be drawn without the rules: for a refused ghost. */
export function walked(pieces: Piece[], legs: Manoeuvre[]): Piece[] {
  return legs.reduce((now, leg) => {
    const lead = leadOf(now);
    if (!lead || leg === 'stand') return now;
    const { at, facing } = lead.pose;
    if ('ahead' in leg) return moved(now, facing, leg.ahead);
    if ('back' in leg) return moved(now, facing, -leg.back);
    if ('side' in leg) return moved(now, facing + 9_000, leg.side);
    if ('oblique' in leg) return moved(now, facing + leg.oblique.by, leg.oblique.cm);
    if ('turn' in leg) return turnedAbout(now, at, leg.turn);
    if ('wheel' in leg) {
      // About the inner front corner: the right one when it wheels to the right.
      const hand = leg.wheel > 0 ? 1 : -1;
      const ahead = { x: Math.sin(rad(facing)), y: Math.cos(rad(facing)) };
      const corner = {
        x: at.x + (ahead.x * lead.depth) / 2 + (ahead.y * hand * lead.front) / 2,
        y: at.y + (ahead.y * lead.depth) / 2 - (ahead.x * hand * lead.front) / 2,
      };
      return turnedAbout(now, corner, leg.wheel);
    }
    return now;
  }, pieces);
}
