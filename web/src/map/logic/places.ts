// Objectives and zones as they are drawn: outline, pole and label, and the label's box.
import { say } from '$lib/i18n/i18n.svelte';
import type { PlaceCard } from '$lib/api/types';
import { textWidth, type Box } from './crowd';
import type { Projection } from './view';

export interface DrawnPlace {
  place: PlaceCard;
  label: string;
  /** A name that would leave the map or the window stands on the other side of its pole. */
  back: boolean;
  d: string;
  x: number;
  y: number;
  /** The label's box; null for a zone, which has no label. */
  box: Box | null;
}

/** The visible range of the picture, horizontally. */
export interface Seen {
  from: number;
  to: number;
}

/** `named`: names already on the ground. */
export function drawnPlaces(places: PlaceCard[], view: Projection, zones: boolean, named: ReadonlySet<string>, seen: Seen): DrawnPlace[] {
  const [left, right] = [Math.max(0, seen.from), Math.min(view.size.x, seen.to)];
  return places
    .filter((place) => place.outline.length > 0 && (place.what !== 'zone' || zones))
    .map((place) => {
      const points = place.outline.map((p) => view.at(p));
      const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
      const x = (Math.min(...xs) + Math.max(...xs)) / 2;
      // Half a name at the edge of the window is useless: it stands where its pole is visible.
      const words = x < left || x > right ? [] : [named.has(place.name.fr) ? '' : say(place.name), place.points ?? ''];
      const label = words.filter(Boolean).join(' · ');
      // The pole is inside the map.
      const y = Math.max(36, Math.min(...ys));
      const wide = textWidth(label) * 13;
      const back = x + 10 + wide > right && x - 10 - wide >= left;
      const begins = back ? x - 10 - wide : x + 10;
      return {
        place,
        label,
        back,
        d: points.length > 1 ? `M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('L')}Z` : '',
        x,
        y,
        box: place.what === 'zone' || !label ? null : { x0: begins, y0: y - 29, x1: begins + wide, y1: y - 14 },
      };
    });
}
