// An action: a command with the fields that the person has to fill in; and the parts that several actions share.
import { readable } from "$lib/board/squares";
import { BLANK, isBlank, writeTile, type Face } from "$lib/board/tiles";
import { m } from "$lib/text/text";
import type { Command, CommandName, Seat, View } from "$lib/wire/types";
import { one, textIn, type Choice, type Field, type Values } from "../fields";

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

interface ActionRequest {
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

/** An action without fields. */
export const withoutFields =
  (make: (request: ActionRequest) => Command): ActionBuilder =>
  (request) => ({ fields: [], command: () => make(request) });

/** Tiles as typed: without spaces, in capitals. */
export const typedTiles = (values: Values, name: string): string => textIn(values, name).replaceAll(/\s/g, "").toUpperCase();

const choicesOf = (letters: readonly string[]): readonly Choice[] =>
  letters.map((letter) => ({ value: letter, label: letter }));

/** The blanks that lie on the board or are being laid. */
export function blanksOn(view: View): readonly (readonly [string, string])[] {
  return Object.entries({ ...view.arranged, ...view.board }).filter(([, tile]) => isBlank(tile));
}

/** A field for the letter of each of some blanks. */
export const letterFields = (squares: readonly string[], { letters, numbered }: ActionContext): readonly Field[] =>
  squares.map((square) =>
    one(square, m.game_field_letter_of({ square: readable(square, numbered) }), choicesOf(letters)),
  );

export const lettersIn = (squares: readonly string[], values: Values): Record<string, string> =>
  Object.fromEntries(squares.map((square) => [square, writeTile(BLANK, textIn(values, square))]));
