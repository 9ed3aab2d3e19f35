// A reply in a few words, from the words of its field.
import { num, say, t } from '$lib/i18n/i18n.svelte';
import { opened, sameKey, choicesOf, type Spot } from './replies';

export function summary(spot: Spot, unitCm: number, unit: string, cost?: string): string {
  const { field, reply, words } = spot;
  if ('picked' in reply) {
    if (reply.picked.length === 0) return t('ask.nothing');
    const titles = reply.picked.map(([key]) => {
      const i = choicesOf(field).findIndex((choice) => sameKey(choice.key, key));
      return say(words?.choices[i]?.title) || key.does;
    });
    const inner = opened(spot).map((inside) => summary(inside, unitCm, unit)).filter(Boolean);
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
