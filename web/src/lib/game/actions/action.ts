// An action: a command with the fields that the person has to fill in.
import type { Face } from "$lib/board/tiles";
import type { Command, CommandName, Seat, View } from "$lib/wire/types";
import type { Field, Values } from "../fields";

/** The table as the person sees it. */
export interface ActionContext {
  readonly view: View;
  /** The letters of the alphabet in their order. */
  readonly letters: readonly string[];
  /** Own tiles that lie tentatively on the board. */
  readonly tentative: Readonly<Record<string, string>>;
  /** Own tiles that are chosen for an exchange. */
  readonly marked: readonly Face[];
  /** Whether the board is shown with numbered rows. */
  readonly numbered: boolean;
  /** Whether the table announces values itself. */
  readonly tellsValues: boolean;
}

/** A command with the fields that the person has to fill in. */
export interface Action {
  readonly fields: readonly Field[];
  /** `null` if what was put in makes no command yet. */
  readonly command: (values: Values) => Command | null;
}

export interface ActionRequest {
  readonly seat: Seat;
  /** The number in the option's choice, and the rest of it. */
  readonly number: number | null;
  readonly choice: string;
  /** The clause on which the option rests. */
  readonly clause: string;
  readonly context: ActionContext;
}

export type ActionBuilder = (request: ActionRequest) => Action;
export type ActionBuilders<Names extends CommandName> = { readonly [Name in Names]: ActionBuilder };
