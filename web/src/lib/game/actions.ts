// From an option of the server to a command: what must be said with it, and how the command is made of that.
import { m } from "$lib/text/text";
import type { CommandName, Option, Seat, View } from "$lib/wire/types";
import { AFTERWARDS } from "./actions/result";
import { ARBITER } from "./actions/arbiter";
import { AROUND } from "./actions/table";
import type { Deed, Makers, Situation } from "./actions/action";
import { TALK } from "./actions/record";
import { TILES } from "./actions/tiles";
import { TURN } from "./actions/turn";
import { isCommandName, readChoice } from "./phrases";

export type { Deed, Situation } from "./actions/action";

/** What only the server itself, or whoever sets a table up, ever asks for. */
export type OwnToServer = "create_game" | "check_time" | "credit_time" | "reveal_seed";
export const OWN_TO_SERVER: readonly OwnToServer[] = ["create_game", "check_time", "credit_time", "reveal_seed"];

/** How each command is made; one that is forgotten does not compile. */
export const MAKERS: Makers<Exclude<CommandName, OwnToServer>> = {
  ...TURN,
  ...TALK,
  ...TILES,
  ...AROUND,
  ...AFTERWARDS,
  ...ARBITER,
};

const isMade = (name: string): name is keyof typeof MAKERS => name in MAKERS;

/** In whose name a command is given: one's own seat's, or, beside the table, that of the player in question. */
function seatOf(view: View, number: number | null): Seat {
  if (typeof view.viewer === "number") return view.viewer;
  return number !== null && number >= 1 && number <= 4 ? (number as Seat) : 1;
}

/** What the option asks for; `null` for a command that this page does not know. */
export function deedOf(option: Pick<Option, "command" | "choice" | "clause">, situation: Situation): Deed | null {
  if (!isMade(option.command)) return null;
  const { number, rest } = readChoice(option.choice);
  const seat = seatOf(situation.view, number);
  return MAKERS[option.command]({ seat, number, choice: rest, clause: option.clause, situation });
}

const SURE: Partial<Record<CommandName, () => string>> = {
  pass_turn: m.game_sure_pass_turn,
  hand_in_slip: m.game_sure_hand_in_slip,
  claim_placement: m.game_sure_claim_placement,
};

/** What to ask before doing it; `null` if nothing is to be asked. */
export const question = (command: string): string | null =>
  isCommandName(command) ? (SURE[command]?.() ?? null) : null;
