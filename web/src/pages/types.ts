// What the pages need of the wire, by the names under which they speak of it. Where an older server does not say a thing, the
// pages do without it.
import type * as api from '$lib/api/types';

export type { Lang } from '$lib/i18n/format';
export type {
  Bilingual, ForceCard, GeneralCard, JournalEntry, Leader, Moment, NationLook, NewBattle, RulesetCard, Side, UnitView,
} from '$lib/api/types';

/** Rule, option, ruling or table etiquette. */
export type RuleKind = 'rule' | 'option' | 'ruling' | 'etiquette';
/** One fault of a file. */
export interface FaultLine {
  line?: number | null;
  place?: string;
  text: api.Bilingual;
}
export type Fault = api.Fault & { faults?: FaultLine[] };
export type OptionCard = api.OptionCard & { min?: number | null; max?: number | null };
export type RuleCard = Omit<api.RuleCard, 'kind'> & { kind: RuleKind; alternative?: api.Bilingual | null };
export type ScenarioCard = api.ScenarioCard & { own?: boolean; rulesets?: string[] };
export type BattleCard = api.BattleCard & { real_dice?: boolean };
export type Seat = api.Seat & { connected?: boolean; codes?: string[] };
export type DiceBalance = api.DiceBalance & { expected_faces?: number[] };
export type EndSheet = Omit<api.EndSheet, 'dice'> & { dice: [DiceBalance, DiceBalance] };
export type AskView = api.AskView & { coach?: api.Bilingual | null };
export type House = Omit<api.House, 'scenarios'> & { scenarios: ScenarioCard[] };
export type Table = Omit<api.Table, 'now'> & {
  now: Omit<api.Update, 'asks'> & { asks: AskView[] };
  rules?: api.RulesetCard;
  nations?: Record<string, api.NationLook>;
};
