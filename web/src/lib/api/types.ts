// The names under which the client knows what is said between it and the server.
export interface Bilingual { fr: string; en: string }
export type Term = string;
export type RuleId = string;
export type Cm = number;
export type Angle = number;
export type UnitId = number;
export type Side = 'blue' | 'red';
export type Facts = Record<string, number>;
export interface Point { x: Cm; y: Cm }
export interface Pose { at: Point; facing: Angle }
export interface Piece { pose: Pose; front: Cm; depth: Cm; lead: boolean }
export interface Measure { from: Point; to: Point; cm: Cm; limit: Cm }
export type Ref =
  | { unit: UnitId } | { part: [UnitId, number] } | { command: number } | { site: number } | { face: [number, number] }
  | { spot: Point } | { side: Side };
export type Manoeuvre =
  | { ahead: Cm } | { oblique: { cm: Cm; by: Angle } } | { wheel: Angle } | { turn: Angle } | { side: Cm } | { back: Cm }
  | { reform: string } | { enter: number } | 'stand';
export interface March { movers: number[]; legs: Manoeuvre[] }
export interface Key { does: Term; refs?: Ref[] }
export interface Choice { key: Key; cost?: number; facts?: Facts; rules?: RuleId[]; then?: Field[] }
export type Shape =
  | { pick: { from: Choice[]; min: number; max: number; budget?: number | null } }
  | { share: { total: number; among: [Ref, number, number][] } }
  | { march: { movers: UnitId[]; allowed: Manoeuvre[]; budget: number } }
  | { place: { ground: Point[]; facing?: [Angle, Angle] | null; formations?: Term[] } }
  | { along: { mover: UnitId; path: Point[]; at: [Cm, Cm][] } };
export type Reply =
  | { picked: [Key, Reply[]][] } | { shared: number[] } | { marched: March } | { placed: [Pose, Term | null] } | { at: Cm };
export interface Field { about: Ref; shape: Shape; default: Reply }
export type Measuring = 'free' | 'after_declaring' | 'never';
export interface Slot { side: Side; kind: Term; about?: Ref[] }
export interface Ask { id: number; slot: Slot; fields: Field[]; measuring: Measuring; rules: RuleId[] }
export interface Refusal { field: number; leg?: number | null; rule: RuleId; reason: Term; facts?: Facts; measure?: Measure | null }
export interface Preview { costs: [number, number][]; ghosts: [UnitId, Piece[]][]; paths: [UnitId, Pose[]][]; facts: Facts }
export interface Standing { kind: Term; about?: Ref | null; when?: [Term, number, number][]; does: Term }
export interface Outcome { winner: Side | null; how: Term; facts: Facts }
export interface Card {
  side: Side; name: string; nation: Term; arm: Term; command: number | null; pieces: Piece[];
  marks: Record<string, Term>; counts: Record<string, number>;
}
export type Lens = 'reach' | 'fire' | 'sight' | 'threats' | 'supports' | 'command';
export type Figure =
  | { area: { what: Term; outline: Point[][]; facts: Facts; rules: RuleId[] } }
  | { line: { what: Term; measure: Measure; cut: Point | null; of: Ref | null; to: Ref | null; facts: Facts; rules: RuleId[] } }
  | { circle: { what: Term; at: Point; radius: Cm; facts: Facts; rules: RuleId[] } };
export interface Toss { rule: RuleId; by: Ref[]; throw: unknown }

export interface House {
  version: string; rulesets: RulesetCard[]; scenarios: ScenarioCard[]; generals: GeneralCard[]; folder: string;
  addresses: string[]; nations: Record<string, NationLook>;
}
export interface RulesetCard {
  id: string; title: Bilingual; about: Bilingual; unit: Bilingual; unit_cm: Cm; whole: boolean; options: OptionCard[];
}
export interface OptionCard { name: string; title: Bilingual; text: Bilingual; rule: RuleId | null; default: number; switch: boolean }
export interface ScenarioCard {
  id: string; title: Bilingual; date: string; turns: number; text: Bilingual; victory: Bilingual; sides: [ForceCard, ForceCard];
  reconstructed: boolean; guided: boolean;
}
export interface ForceCard { name: Bilingual; nation: Term; commands: CommandCard[] }
export interface CommandCard { name: Bilingual; general: Bilingual; units: [Bilingual, Term][] }
export interface GeneralCard { id: string; title: Bilingual; text: Bilingual }
export interface NationLook {
  name: Bilingual; coat: string; half: string | null; figures: string; hatching: string; cockade: string[];
}
export type Leader = 'person' | { staff: string };
export interface NewBattle {
  scenario: string; ruleset: string; options?: Record<string, number>; leaders: [Leader, Leader]; real_dice?: boolean; name?: string | null;
}
export interface Opened { battle: string; seats: Seat[] }
export interface Seat { side: Side | null; token: string; links: string[]; codes: string[] }
export interface BattleCard {
  id: string; name: string; scenario: Bilingual; ruleset: string; begun: number; touched: number; turn: number; phase: Bilingual;
  leaders: [Leader, Leader]; outcome: Bilingual | null; closed: Bilingual | null;
}
export interface Rename { name: string }
export interface Continue { after: number; leaders: [Leader, Leader]; name?: string | null }
export interface RuleCard { id: RuleId; kind: string; title: Bilingual; text: Bilingual; source: string; rulings: RuleId[] }

export interface Table {
  battle: string; name: string; side: Side | null; scenario: ScenarioCard; ruleset: string; options: Record<string, number>;
  leaders: [Leader, Leader]; rules: RulesetCard; nations: Record<string, NationLook>; width: Cm; height: Cm; commands: Record<string, Bilingual>; sites: Record<string, SiteCard>;
  places: PlaceCard[]; now: Update;
}
export interface SiteCard { name: Bilingual; kind: Term; at: Point }
export interface PlaceCard { name: Bilingual; what: Term; side: Side | null; outline: Point[]; points: number | null }
export interface Update {
  seq: number; whole: boolean; turn: number; turns: number; clock: Bilingual; steps: Step[]; measuring: Measuring; units: Record<string, UnitView>; gone: UnitId[];
  marks: Record<string, Record<string, Term>>; journal: JournalEntry[]; journal_from: number; asks: AskView[]; sealed: number[];
  guide: Guide; dice_wanted: DiceWanted[]; undo: Undo; standing: StandingView[]; draw_offered: Side[]; outcome: OutcomeView | null;
}
export interface UnitView {
  card: Card; name: Bilingual; short: Bilingual; formation: Bilingual | null; state: [number, Bilingual] | null; disordered: boolean;
  order: OrderChip | null; strength: [number, number]; lines: [Bilingual, Bilingual][]; rank: number; radius: Cm | null; manner: Term;
  label: Bilingual;
}
export interface OrderChip { letter: string | null; words: Bilingual; how: Term }
export interface JournalEntry {
  n: number; turn: number; what: Term; text: Bilingual; units: UnitId[]; rules: RuleId[]; dice: number[];
  breakdown: BreakdownView | null; paths: [UnitId, Pose[]][];
}
export interface BreakdownView { title: Bilingual; of: Bilingual | null; lines: LineView[]; total: Bilingual | null; result: Bilingual | null }
export interface LineView { rule: RuleId; reason: Bilingual; amount: Bilingual; op: unknown }
export interface AskView { ask: Ask; title: Bilingual; fields: FieldWords[]; secret: boolean; coach: Bilingual | null }
export interface Done { seq: number }
export type Draw = 'offer' | 'decline';
export interface FieldWords { about: Bilingual; choices: ChoiceWords[] }
export interface ChoiceWords { title: Bilingual; facts: Bilingual; then: FieldWords[] }
export interface Step { title: Bilingual; state: Term }
export interface Guide { whose: Term; who: Bilingual; what: Bilingual; why: Bilingual; thinking: boolean }
export interface DiceWanted { toss: Toss; text: Bilingual; faces: number[] }
export interface Undo { possible: boolean; text: Bilingual }
export interface StandingView { standing: Standing; text: Bilingual }
export interface OutcomeView { outcome: Outcome; text: Bilingual }
export interface Answer { ask: number; replies: Reply[] }
export interface Looked {
  preview: Preview | null; costs: Bilingual[]; facts: Bilingual; refusals: RefusalView[]; prospects: ProspectView[];
}
export interface RefusalView { refusal: Refusal; text: Bilingual; pill: Bilingual | null }
export interface ProspectView { by: Ref | null; on: Ref | null; breakdown: BreakdownView; odds: OddsView | null }
export interface OddsView {
  rows: OddsRow[]; at_least: [number, number][]; figure: Bilingual | null; mean: number | null; threshold: [number, Bilingual] | null;
  assumed: Bilingual[];
}
export interface OddsRow { text: Bilingual; facts: Facts; probability: number; p: string | null }
export interface Suggestion { replies: Reply[]; reasons: Bilingual[] }
export interface Route { ask: number; replies: Reply[]; field: number[]; to: Point; facing?: Angle | null }
export interface Routed { replies: Reply[]; looked: Looked }
export interface LensAsked { unit: UnitId; lens: Lens }
export interface LensView { figures: FigureView[]; prospects: ProspectView[] }
export interface FigureView { figure: Figure; text: Bilingual }
export interface DossierView { profile: [Bilingual, Bilingual][]; may: ActView[]; may_not: ActView[] }
export interface ActView { what: Bilingual; why: Bilingual; rules: RuleId[]; measure: Measure | null }
export type TapeEnd = { spot: Point } | { unit: UnitId };
export interface Tape { from: TapeEnd; to: TapeEnd }
export interface Measured { measure: Measure; text: Bilingual }
export interface TypedDice { faces: number[][] }
export interface Moment {
  entry: JournalEntry; units: Record<string, UnitView>; marks: Record<string, Record<string, Term>>; clock: Bilingual;
}
export interface EndSheet {
  outcome: OutcomeView; seed: [string, boolean] | null; opened: [number, Bilingual, Bilingual][];
  losses: [[Bilingual, number, number, Bilingual][], [Bilingual, number, number, Bilingual][]]; turning_points: JournalEntry[];
  dice: [DiceBalance, DiceBalance];
}
export interface DiceBalance { count: number; mean: number; expected: number; deviations: number; faces: number[] }
export interface Fault { what: Term; text: Bilingual; refusals?: RefusalView[] }
export interface Hello { token: string; after?: number | null }
export type Push = ({ type: 'table' } & Table) | ({ type: 'update' } & Update) | { type: 'closed'; text: Bilingual };
