// The order of options: the likeliest large, the usual ones beside it, the rest in a list. No option is left out.
import type { CommandName, Option } from "$lib/wire/types";

/** The likeliest action first. A name with a choice, `stop_clock move`, goes before the bare name. */
const USUAL: readonly string[] = [
  "arrive",
  "return_to_board",
  "confirm set",
  "confirm clock",
  "confirm resume",
  "confirm check_together",
  "choose_place clock_left",
  "choose_place clock_right",
  "draw_start_tile",
  "return_tiles",
  "inspect_tiles",
  "state_count",
  "judge_words",
  "type_words",
  "confirm_slip",
  "run_check",
  "stop_clock move",
  "announce_value",
  "record_move",
  "challenge_words",
  "lay_tiles",
  "declare_blanks",
  "start_clock",
  "draw_tiles",
  "exchange_tiles",
  "pass_turn",
  "withdraw_call",
  "confirm go_on",
  "claim_absence",
  "state_rack now",
  "hand_in_slip",
  "sign_slip",
  "confirm slip",
] satisfies readonly (CommandName | `${CommandName} ${string}`)[];

/** Options that are listed last until they are due. */
const HIDDEN: ReadonlySet<string> = new Set(["confirm slip", "state_rack now"]);

/** Options that follow from playing and are never the first. */
const BESIDE: ReadonlySet<string> = new Set([
  "challenge_words",
  "exchange_tiles",
  "pass_turn",
  "declare_blanks",
  "withdraw_call",
  "confirm go_on",
  "claim_absence",
]);

export interface OrderedOptions {
  readonly first: Option | null;
  readonly usual: readonly Option[];
  readonly others: readonly Option[];
}

export const keyOf = (option: Pick<Option, "command" | "choice">): string =>
  option.choice ? `${option.command} ${option.choice}` : option.command;

function rank(option: Option): number {
  const exact = USUAL.indexOf(keyOf(option));
  return exact >= 0 ? exact : USUAL.indexOf(option.command);
}

/**
 * The options in their order. `urgent` says whether an option may come first: at a physical table some are always possible.
 * `idle` are options for which there is no reason now; they are listed last.
 */
export function orderOptions(
  allowed: readonly Option[],
  urgent: (option: Option) => boolean = () => true,
  idle: (option: Option) => boolean = () => false,
): OrderedOptions {
  const isKnown = (option: Option): boolean => rank(option) >= 0 && !idle(option) && (urgent(option) || !HIDDEN.has(keyOf(option)));
  const known = allowed.filter(isKnown).sort((one, other) => rank(one) - rank(other));
  const first = known.find((option) => !BESIDE.has(option.command) && !BESIDE.has(keyOf(option)) && urgent(option)) ?? null;
  return {
    first,
    usual: known.filter((option) => option !== first),
    others: allowed.filter((option) => !isKnown(option)),
  };
}
