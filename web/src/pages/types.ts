// The pages' names for the types of the messages.
import type { Fault, RuleCard } from '$lib/api/types';

export type { Lang } from '$lib/i18n/format';
export type {
  AskView,
  BattleCard,
  Bilingual,
  DiceBalance,
  EndSheet,
  ForceCard,
  GeneralCard,
  House,
  JournalEntry,
  Leader,
  Moment,
  NationLook,
  OptionCard,
  Point,
  RuleCard,
  RulesetCard,
  ScenarioCard,
  Seat,
  Shape,
  Side,
  Table,
  UnitView,
  Why,
  WhyLine,
} from '$lib/api/types';

/** Rule, option, ruling or table etiquette. */
export type RuleKind = RuleCard['kind'];
/** One fault of a file. */
export type FaultLine = NonNullable<Fault['faults']>[number];
