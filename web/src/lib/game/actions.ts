// From an option of the server to a command: the fields of its form, and the command made of their values.
import { m } from "$lib/text/text";
import type { CommandName, Option, Seat, View } from "$lib/wire/types";
import { AGREEMENT } from "./actions/agreement";
import { ARBITER } from "./actions/arbiter";
import { TABLE } from "./actions/table";
import type { Action, ActionBuilders, ActionContext } from "./actions/action";
import { RECORD, RESULT } from "./actions/record";
import { TILES, TURN } from "./actions/turn";
import { keyOf } from "./optionOrder";

export type { Action, ActionContext } from "./actions/action";

/** Commands that only the server itself, or the host of a table, gives. */
export const SERVER_COMMANDS = [
  "create_game",
  "check_time",
  "credit_time",
  "reveal_seed",
  "note_presence",
  "note_arbiter",
  "end_idle_game",
] as const satisfies readonly CommandName[];
type ServerCommand = (typeof SERVER_COMMANDS)[number];

/** The builder for each command; a missing one does not compile. */
export const BUILDERS: ActionBuilders<Exclude<CommandName, ServerCommand>> = {
  ...TURN,
  ...RECORD,
  ...TILES,
  ...TABLE,
  ...RESULT,
  ...AGREEMENT,
  ...ARBITER,
};

const isBuilt = (name: string): name is keyof typeof BUILDERS => name in BUILDERS;

/** The seat in whose name a command is given: the person's own, or the player's that an official acts for. */
function seatOf(view: View, number: number | null): Seat {
  if (typeof view.viewer === "number") return view.viewer;
  return number !== null && number >= 1 && number <= 4 ? (number as Seat) : 1;
}

/** A choice like `2 accident` in its parts. */
function readChoice(choice: string): { readonly number: number | null; readonly rest: string } {
  const found = /^(\d+) ?(.*)$/.exec(choice);
  return found ? { number: Number(found[1]), rest: found[2] ?? "" } : { number: null, rest: choice };
}

/** The action for an option; `null` for a command that this page does not know. */
export function actionOf(option: Pick<Option, "command" | "choice" | "clause">, context: ActionContext): Action | null {
  if (!isBuilt(option.command)) return null;
  const { number, rest } = readChoice(option.choice);
  const seat = seatOf(context.view, number);
  return BUILDERS[option.command]({ seat, number, choice: rest, clause: option.clause, context });
}

const CONFIRMATIONS: Readonly<Record<string, () => string>> = {
  pass_turn: m.game_sure_pass_turn,
  hand_in_slip: m.game_sure_hand_in_slip,
  claim_placement: m.game_sure_claim_placement,
  resign: m.game_sure_resign,
  abort: m.game_sure_abort,
  claim_absence: m.game_sure_claim_absence,
  "confirm end": m.game_sure_end,
  "confirm adjourn": m.game_sure_adjourn,
  "confirm sight": m.game_sure_sight,
};

/** The question before the command is sent; `null` for options that need none. */
export const confirmation = (option: Pick<Option, "command" | "choice">): string | null =>
  (CONFIRMATIONS[keyOf(option)] ?? CONFIRMATIONS[option.command])?.() ?? null;
