// Objectives and zones as they are drawn: outline, pole and label, and what the label covers.
import { say } from '$lib/i18n/i18n.svelte';
import type { PlaceCard } from '$lib/api/types';
import { textWidth, type Box } from './crowd';
import type { Projection } from './view';

export interface DrawnPlace {
  place: PlaceCard;
  label: string;
  /** A name that would leave the map stands on the other side of its pole. */
  back: boolean;
  d: string;
  x: number;
  y: number;
  /** What the label covers; nothing for a zone, which has none. */
  box: Box | null;
}

/** `named`: names that stand on the ground already. */
export function drawnPlaces(places: PlaceCard[], view: Projection, zones: boolean, named: ReadonlySet<string>): DrawnPlace[] {
  return places
    .filter((place) => place.outline.length > 0 && (place.what !== 'zone' || zones))
    .map((place) => {
      const points = place.outline.map((p) => view.at(p));
      const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
      const label = [named.has(place.name.fr) ? '' : say(place.name), place.points ?? ''].filter(Boolean).join(' · ');
      const x = (Math.min(...xs) + Math.max(...xs)) / 2;
      // The pole stands inside the map.
      const y = Math.max(36, Math.min(...ys));
      const wide = textWidth(label) * 13;
      const back = x + 10 + wide > view.size.x;
      const left = back ? x - 10 - wide : x + 10;
      return {
        place,
        label,
        back,
        d: points.length > 1 ? `M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('L')}Z` : '',
        x,
        y,
        box: place.what === 'zone' ? null : { x0: left, y0: y - 29, x1: left + wide, y1: y - 14 },
      };
    });
}
