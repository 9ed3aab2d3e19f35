// Replies in a few words, from the words of their fields: of one field for the list, of a whole sheet for the main button.
import { num, say, t } from '$lib/i18n/i18n.svelte';
import type { Key, UnitView } from '$lib/api/types';
import { choicesOf, opened, sameKey, unitOf, unitsOf, type Spot } from './replies';
import type { Sheet } from './sheet.svelte';

const titleOf = (spot: Spot, key: Key): string => {
  const i = choicesOf(spot.field).findIndex((choice) => sameKey(choice.key, key));
  return say(spot.words?.choices[i]?.title) || key.does;
};

export function summary(spot: Spot, unitCm: number, unit: string, cost?: string): string {
  const { field, reply, words } = spot;
  if ('picked' in reply) {
    if (reply.picked.length === 0) return t('ask.nothing');
    const titles = reply.picked.map(([key]) => titleOf(spot, key));
    const inner = opened(spot)
      .map((inside) => summary(inside, unitCm, unit))
      .filter(Boolean);
    return inner.length > 0 ? `${titles.join(', ')} (${inner.join(', ')})` : titles.join(', ');
  }
  if ('marched' in reply) return reply.marched.legs.length === 0 ? t('march.stays') : cost || t('march.legs', { n: reply.marched.legs.length });
  if ('placed' in reply) {
    const [, formation] = reply.placed;
    const i = 'place' in field.shape ? (field.shape.place.formations ?? []).indexOf(formation ?? '') : -1;
    return i >= 0 ? say(words?.choices[i]?.title) : t('place.placed');
  }
  if ('shared' in reply) return reply.shared.join(' · ');
  return `${num(reply.at / unitCm)} ${unit}`;
}

/** The deed of a field, without the amount; with the distance only where a point on a way was chosen with it. Fields
 * with the same deed are told together. */
function deed(spot: Spot, unitCm: number, unit: string): string {
  const { reply } = spot;
  if ('picked' in reply) {
    if (reply.picked.length === 0) return t('go.nothing');
    const titles = reply.picked.map(([key]) => titleOf(spot, key)).join(', ');
    const ways = opened(spot).flatMap((inner) => ('at' in inner.reply ? [`${num(inner.reply.at / unitCm)} ${unit}`] : []));
    return ways.length > 0 ? `${titles} (${ways.join(', ')})` : titles;
  }
  if ('marched' in reply) return reply.marched.legs.length === 0 ? t('go.stay') : t('go.march');
  if ('placed' in reply) return t('go.place');
  if ('shared' in reply) return t('go.share');
  return t('go.point');
}

/** A choice that leaves a unit to its march says no more than the march itself, which is told. */
function onlyMarches({ view: { ask } }: Sheet, { reply, field }: Spot): boolean {
  const unit = unitOf(field.about);
  const marches = unit !== null && ask.fields.some(({ shape }) => 'march' in shape && shape.march.movers.includes(unit));
  return marches && 'picked' in reply && reply.picked.every(([key, then]) => key.does === 'march' && then.length === 0);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The effect of the main button: every deed with its units, by name while they are few; then the certain effects. */
export function deeds(sheet: Sheet, units: Record<string, Pick<UnitView, 'short'>>, unitCm: number, unit: string): string {
  const groups = new Map<string, { names: string[]; told: boolean; aimed: boolean }>();
  const { fields } = sheet.view.ask;
  for (const i of fields.keys()) {
    const spot = sheet.field([i]);
    if (!spot || onlyMarches(sheet, spot)) continue;
    const does = deed(spot, unitCm, unit);
    const group = groups.get(does) ?? { names: [], told: false, aimed: false };
    // Where the deed itself names the unit, its name is not repeated. Short names: long ones have commas of their own.
    const own = unitOf(spot.field.about);
    group.names.push((own !== null && say(units[own]?.short)) || say(spot.words?.about));
    group.told ||= own === null ? fields.length === 1 : 'picked' in spot.reply && spot.reply.picked.some(([key]) => unitsOf(key).includes(own));
    group.aimed ||= own !== null && 'picked' in spot.reply && spot.reply.picked.some(([key]) => (key.refs ?? []).length > 0);
    groups.set(does, group);
  }
  const all = [...groups];
  const said = all.map(([does, { names, told, aimed }]) => {
    if (told && names.length === 1) return does;
    // The objects stand with the deed: the units stand before.
    const few = names.length <= (all.length > 2 ? 1 : 2);
    if (aimed) return t('go.who', { does, who: few ? names.join(', ') : t('go.units', { n: names.length }) });
    if (all.length === 1 && names.length > 2) return t('go.all', { does, n: names.length });
    return t('go.some', { does, who: few ? names.join(', ') : String(names.length) });
  });
  const shown = said.length > 4 ? [...said.slice(0, 3), t('go.more', { n: said.length - 3 })] : said;
  const brings = new Map<string, { rules: Set<string>; who: string[] }>();
  for (const { of, what, rule } of sheet.looked?.brings ?? []) {
    const one = brings.get(say(what)) ?? { rules: new Set(), who: [] };
    const unit = unitOf(of);
    one.who.push(unit === null ? '' : say(units[unit]?.short));
    one.rules.add(rule);
    brings.set(say(what), one);
  }
  const after = [...brings].map(([what, { rules, who }]) => {
    const rule = [...rules].join(', ').replaceAll('-', '\u2011');
    if (who.some((name) => !name)) return t('go.brings', { what, rule });
    return t('go.bringsTo', { what, rule, who: who.length <= 2 ? who.join(', ') : String(who.length) });
  });
  return capital([...shown, ...after].join(t('go.and')));
}
