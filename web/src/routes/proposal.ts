// The form of a new game, and the proposal made of it.
import type { RulebookSummary, Steps, ProposalInput } from "$lib/wire/api";

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
}

/** The default where a rulebook leaves the time to the organiser. */
const USUAL_MINUTES = 20;
const MINUTE = 60_000;

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
    ...kept,
    rulebook: rulebook.name,
    seats,
    bots: Array.from({ length: seats - 1 }, (_, index) => kept.bots?.[index] ?? ""),
    time: defaultTime(rulebook),
    checked: canCheck(rulebook) && (kept.checked ?? false),
  };
}

/** Only a casual game under the general rules may have its words checked by themselves. */
export const canCheck = (rulebook: RulebookSummary): boolean => rulebook.name === "gen";

/** The form with another number of seats. */
export function withSeats(form: Form, seats: number): Form {
  return { ...form, seats, bots: Array.from({ length: seats - 1 }, (_, index) => form.bots[index] ?? "") };
}

/** The proposal for the server. Bots take the last seats, in the order of the form. */
export function proposalOf(form: Form, rulebook: RulebookSummary): ProposalInput {
  const unit = rulebook.clock === "per_turn" ? 1000 : MINUTE;
  return {
    rulebook: form.rulebook,
    seats: form.seats,
    millis: rulebook.clock === "none" ? null : Math.round(form.time * unit),
    lexicon: form.lexicon,
    steps: form.steps,
    checked: form.checked && canCheck(rulebook),
    window: form.window || null,
    bots: form.bots.filter(Boolean),
    public: form.public,
    delay: form.delay * 60,
  };
}

/** A private game against a bot under the general rules. */
export const botProposal = (bot: string): ProposalInput => ({ rulebook: "gen", seats: 2, checked: true, bots: [bot], public: false });
