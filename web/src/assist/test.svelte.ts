// One test on the page: its form, the situation, the dice, the outcome. Computed again whenever something changes.
import { Refused } from '$lib/api/http';
import type { Bilingual, FormField, Handed, LeadView, Resolved, TestForm } from '$lib/api/types';
import { asRefused } from '../pages/parts/store.svelte';
import { api, connection, evening, keepLast, lastOf, theForm, units } from './keep.svelte';
import { filled, plainPlace, put, type Json, type Path, type Situation } from './logic/form';
import { Latest } from './logic/latest';
import { coded, decoded } from './logic/share';
import { fitting } from './logic/units';

interface Question {
  situation: Situation;
  dice: number[];
  roll: boolean;
}

export class TestDesk {
  form = $state.raw<TestForm | null>(null);
  situation = $state.raw<Situation>({});
  /** Dice typed in or thrown, in order. */
  dice = $state.raw<number[]>([]);
  /** The last result. */
  resolved = $state.raw<Resolved | null>(null);
  /** Whether it belongs to another situation than the one on the page. */
  stale = $state(false);
  fault = $state.raw<Refused | null>(null);
  /** Whether the link that led here could not be read. */
  badLink = $state(false);
  bound = $state.raw<Record<string, string>>({});
  handed: Handed[] = [];

  #latest = new Latest<Question, Resolved>(
    (asked, signal) => api().resolve(this.ruleset, this.test, asked, signal),
    (answer, asked) => this.#answered(answer, asked),
    (fault) => this.#failed(fault),
  );

  constructor(
    readonly ruleset: string,
    readonly test: string,
  ) {}

  async load(code: string | null, unitOf: { group: string; unit: string } | null = null) {
    try {
      this.form = await theForm(this.ruleset, this.test);
    } catch (fault) {
      this.fault = asRefused(fault);
      return;
    }
    const sent = code ? await decoded(code) : null;
    this.badLink = Boolean(code) && !sent;
    const kept = this.badLink ? null : lastOf(this.ruleset, this.test);
    if (sent) {
      this.situation = filled(this.form.fields, sent.situation);
      this.dice = sent.dice;
      this.handed = sent.handed;
    } else if (kept) {
      this.situation = filled(this.form.fields, kept.situation);
      this.dice = kept.dice;
      this.handed = kept.handed;
      this.bound = kept.bound ?? {};
      this.resolved = kept.resolved;
    } else this.reset(false);
    if (unitOf) this.takeUnit(unitOf.group, unitOf.unit);
    this.ask(true);
  }

  takeUnit(group: string, id: string) {
    const field = this.form?.fields.find((one) => one.name === group);
    const unit = units.find(id);
    if (!field || !unit) return;
    const now = this.situation[group];
    const values = typeof now === 'object' && now !== null && !Array.isArray(now) ? now : {};
    this.situation = { ...this.situation, [group]: { ...values, ...fitting(unit, field.fields ?? []) } };
    this.bound = { ...this.bound, [group]: id };
  }

  reset(ask = true) {
    if (!this.form) return;
    this.situation = filled(this.form.fields, this.form.example as Json);
    this.dice = [];
    this.handed = [];
    this.bound = {};
    if (ask) this.ask();
  }

  change(path: Path, value: Json) {
    this.situation = put(this.situation, path, value);
    // Dice of another situation do not count for this one.
    this.dice = [];
    this.handed = [];
    this.ask();
  }

  bind(group: string, unit: string | undefined) {
    const { [group]: _, ...rest } = this.bound;
    this.bound = unit ? { ...rest, [group]: unit } : rest;
    this.#keep();
  }

  /** Types dice in: all so far. */
  type(faces: number[]) {
    this.dice = faces;
    this.ask(true);
  }

  roll() {
    void this.#latest.now({ situation: this.situation, dice: [], roll: true });
  }

  ask(now = false) {
    this.stale = true;
    const question = { situation: this.situation, dice: this.dice, roll: false };
    if (now) void this.#latest.now(question);
    else this.#latest.later(question);
  }

  async #answered(answer: Resolved, asked: Question) {
    connection.found();
    this.resolved = answer;
    this.stale = false;
    this.fault = null;
    if (asked.roll) this.dice = answer.dice;
    this.#keep();
    if (answer.dice.length > 0 && answer.faults.length === 0 && this.waiting === 0) await this.#remember(answer);
  }

  #failed(fault: unknown) {
    if (fault instanceof DOMException) return;
    if (!connection.note(fault)) this.fault = asRefused(fault);
    // The input is stored even so.
    this.#keep();
  }

  #keep() {
    keepLast(this.ruleset, this.test, {
      situation: this.situation,
      dice: this.dice,
      handed: this.handed,
      resolved: this.resolved,
      followed: null,
      bound: this.bound,
    });
  }

  async #remember(answer: Resolved) {
    const main = answer.outcome.filter((one) => one.main);
    const shown = main.length > 0 ? main : answer.outcome.slice(0, 2);
    const text = (lang: keyof Bilingual) => shown.map((one) => `${one.label[lang]} ${one.value[lang]}`).join(', ');
    evening.add({
      when: Date.now(),
      ruleset: this.ruleset,
      test: this.test,
      title: this.form?.test.title ?? { fr: this.test, en: this.test },
      text: { fr: text('fr'), en: text('en') },
      dice: answer.dice,
      link: await this.place(),
    });
  }

  /** Dice missing from the throw that waits. */
  get waiting(): number {
    return (this.resolved?.throws ?? []).filter((one) => one.fell.length === 0).reduce((sum, one) => sum + one.faces.length, 0);
  }

  /** Faults by their place; under the empty name those of no visible field. */
  get faults(): Map<string, Bilingual[]> {
    const all = new Map<string, Bilingual[]>();
    const known = new Set<string>();
    const walk = (fields: FormField[], above: string) => {
      for (const field of fields) {
        const place = above ? `${above}.${field.name}` : field.name;
        known.add(place);
        walk(field.fields ?? [], place);
      }
    };
    walk(this.form?.fields ?? [], '');
    for (const fault of this.resolved?.faults ?? []) {
      const place = plainPlace(fault.place);
      const at = known.has(place) ? place : '';
      all.set(at, [...(all.get(at) ?? []), fault.text]);
    }
    return all;
  }

  /** The link to this situation. */
  async place(follow = false): Promise<string> {
    const code = await coded({ situation: this.situation, dice: this.dice, handed: follow ? this.handed : [] });
    const at = `/assistant/${encodeURIComponent(this.ruleset)}/tests/${encodeURIComponent(this.test)}`;
    return `${at}${follow ? '/follow' : ''}?s=${code}`;
  }

  /** The link to a test that follows from this one, with the known values. */
  async leadTo(lead: LeadView): Promise<string> {
    const code = await coded({ situation: lead.situation as Situation, dice: [], handed: [] });
    return `/assistant/${encodeURIComponent(this.ruleset)}/tests/${encodeURIComponent(lead.test)}?s=${code}`;
  }

  stop() {
    this.#latest.stop();
  }
}

/** A place of this page as an address that can be sent. */
export const addressOf = (place: string): string => `${location.origin}${location.pathname}#${place}`;
