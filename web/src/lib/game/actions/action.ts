// What a deed is: a command that still wants to be told some things.
import type { Face } from "$lib/board/tiles";
import type { Command, CommandName, Seat, View } from "$lib/wire/types";
import type { Field, Values } from "../fields";

/** What is on the table in front of the person. */
export interface Situation {
  readonly view: View;
  /** The letters of the alphabet in their order. */
  readonly letters: readonly string[];
  /** Own tiles that lie tentatively on the board. */
  readonly tentative: Readonly<Record<string, string>>;
  /** Own tiles that are chosen for an exchange. */
  readonly marked: readonly Face[];
  /** Whether the board is shown with numbered rows. */
  readonly numbered: boolean;
  /** Whether the table tells values by itself. */
  readonly tellsValues: boolean;
}

/** A command that still wants to be told some things. */
export interface Deed {
  readonly fields: readonly Field[];
  /** `null` if what was put in makes no command yet. */
  readonly command: (values: Values) => Command | null;
}

export interface Asked {
  readonly seat: Seat;
  /** The number in the option's choice, and the rest of it. */
  readonly number: number | null;
  readonly choice: string;
  /** The clause on which the option rests. */
  readonly clause: string;
  readonly situation: Situation;
}

export type Maker = (asked: Asked) => Deed;
export type Makers<Names extends CommandName> = { readonly [Name in Names]: Maker };
