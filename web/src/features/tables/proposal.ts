// The form of a new game, and the proposal made of it.
import type { FirstCheck, RulebookSummary, Steps, ProposalInput } from "$lib/wire/api";

export interface Form {
  readonly rulebook: string;
  readonly seats: number;
  /** Names of bots for seats from the second on; empty: a person. */
  readonly bots: readonly string[];
  /** Minutes a player or seconds a turn, as the rulebook counts. */
  readonly time: number;
  readonly lexicon: string;
  readonly steps: Steps;
  readonly checked: boolean;
  /** Seconds; 0: never. */
  readonly window: number;
  /** Minutes. */
  readonly delay: number;
  readonly public: boolean;
  /** Whether people hold the tiles at a real board. */
  readonly atTable: boolean;
  readonly checks: readonly FirstCheck[];
  /** The seat of a player who is late, 0 for nobody, or -1 for all. */
  readonly late: number;
  /** Whether an assistant arbiter checks words, who gets them on a slip (PFS-4.7.10). */
  readonly slip: boolean;
  /** The seat of a player who is an official of the event as well (PFS-4.4.2d), 0 for nobody, or -1 for all. */
  readonly officiates: number;
  /** Open questions that are answered otherwise than by the rulebook. */
  readonly readings: Readonly<Record<string, string | boolean>>;
  readonly fullRecord: boolean;
  /** Whether those who rule see the racks. */
  readonly officialsSee: boolean;
  /** Whether all who play share this device. */
  readonly oneDevice: boolean;
  /** The names of those who play on it, for seats from the second on. */
  readonly names: readonly string[];
}

/** The default where a rulebook leaves the time to the organiser. */
const USUAL_MINUTES = 20;
const MINUTE = 60_000;

/** Whether the federation's order holds, which knows latecomers and assistants of the arbiter. */
export const isFederal = ({ clock, roles }: RulebookSummary): boolean => clock === "per_game" && roles.assistant !== undefined;

/** Whether somebody rules over the game: nobody does in friendly ones. */
export const isRuled = ({ roles }: RulebookSummary): boolean => roles.arbiter !== undefined;

/** The change by which an assistant arbiter checks words; the form asks for it by itself. */
export const SLIP = "challenge.check";

/** The choice of `late` (PFS-6.3.3) and of `officiates` for all players. */
export const ALL_SEATS = -1;

/** The numbers of the seats. */
export const seatsOf = ({ seats }: Form) => ([1, 2, 3, 4] as const).slice(0, seats);

/** The seats of people: bots have the last ones. */
const peopleOf = (form: Form) => seatsOf(form).slice(0, form.seats - form.bots.filter(Boolean).length);

/** The form for a real board, where every step is a person's, or for the tiles of the server. */
export const withVenue = (form: Form, atTable: boolean): Form => ({
  ...form,
  atTable,
  steps: atTable ? "at_table" : "swift",
  window: atTable ? 0 : 60,
  bots: atTable ? form.bots.map(() => "") : form.bots,
});

/** How many seats a rulebook allows. */
export function seatChoices(rulebook: RulebookSummary): readonly number[] {
  const [fewest, most] = rulebook.seats;
  return Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index);
}

/** The rulebook's own time in the unit of its form: minutes a game, seconds a turn. */
export function defaultTime(rulebook: RulebookSummary): number {
  if (rulebook.clock === "per_turn") return (rulebook.millis ?? 2 * MINUTE) / 1000;
  return rulebook.millis ? rulebook.millis / MINUTE : USUAL_MINUTES;
}

/** The form as it is for a rulebook before anything is chosen, keeping what has nothing to do with the rulebook. */
export function formFor(rulebook: RulebookSummary, kept: Partial<Form> = {}): Form {
  const [fewest, most] = rulebook.seats;
  const seats = Math.min(Math.max(kept.seats ?? 2, fewest), most);
  return {
    lexicon: "pl-wolny",
    steps: "swift",
    window: 60,
    delay: 0,
    public: true,
    atTable: false,
    checks: ["set"],
    fullRecord: false,
    officialsSee: true,
    oneDevice: false,
    ...kept,
    late: isFederal(rulebook) && (kept.late ?? 0) <= seats ? (kept.late ?? 0) : 0,
    slip: isFederal(rulebook) && (kept.slip ?? false),
    officiates: isFederal(rulebook) && (kept.officiates ?? 0) <= seats ? (kept.officiates ?? 0) : 0,
    readings: kept.rulebook === rulebook.name ? (kept.readings ?? {}) : {},
    rulebook: rulebook.name,
    seats,
    bots: Array.from({ length: seats - 1 }, (_, index) => kept.bots?.[index] ?? ""),
    names: Array.from({ length: seats - 1 }, (_, index) => kept.names?.[index] ?? ""),
    time: defaultTime(rulebook),
    checked: rulebook.checkable && (kept.checked ?? false),
  };
}

/** The form with another number of seats. */
export function withSeats(form: Form, seats: number): Form {
  const kept = (words: readonly string[]): readonly string[] => Array.from({ length: seats - 1 }, (_, index) => words[index] ?? "");
  return { ...form, seats, bots: kept(form.bots), names: kept(form.names) };
}

/** The names of those who play on the same device; none where everybody has their own. */
export const othersOf = (form: Form): readonly string[] => (form.atTable && form.oneDevice ? form.names : []);

/** The proposal for the server. Bots take the last seats, in the order of the form. */
export function proposalOf(form: Form, rulebook: RulebookSummary): ProposalInput {
  const unit = rulebook.clock === "per_turn" ? 1000 : MINUTE;
  return {
    rulebook: form.rulebook,
    seats: form.seats,
    millis: rulebook.clock === "none" ? null : Math.round(form.time * unit),
    lexicon: form.lexicon,
    steps: form.steps,
    checked: form.checked && rulebook.checkable,
    window: form.window || null,
    bots: form.bots.filter(Boolean),
    public: form.public,
    delay: form.delay * 60,
    changes: { ...form.readings, ...(form.slip && isFederal(rulebook) ? { [SLIP]: "slip" } : {}) },
    officials: peopleOf(form).filter((seat) => form.officiates === ALL_SEATS || form.officiates === seat),
    officials_see_racks: form.officialsSee || !isRuled(rulebook),
    ...(form.atTable
      ? {
          venue: "table",
          checks: rulebook.clock === "none" ? form.checks.filter((check) => check !== "clock") : form.checks,
          absent: seatsOf(form).filter((seat) => form.late === ALL_SEATS || form.late === seat),
          full_record: form.fullRecord,
        }
      : {}),
  };
}

/** A private game against a bot; its words are checked if the rulebook lets them be. */
export const botProposal = (bot: string, { name, checkable }: RulebookSummary): ProposalInput => ({
  rulebook: name,
  seats: 2,
  checked: checkable,
  bots: [bot],
  public: false,
});
