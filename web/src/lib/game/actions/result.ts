// Corrections of the score, and the result slip.
import { m } from "$lib/text/text";
import type { View } from "$lib/wire/types";
import type { ActionBuilders } from "./action";
import { number, numberIn, type Field, type Values } from "../fields";
import { withoutFields } from "./turn";

const nameOfFigure = (index: number): string => `result${index}`;

/** A field for each player's result. */
const figureFields = (view: View, start: readonly number[]): readonly Field[] =>
  view.players.map((name, index) =>
    number(nameOfFigure(index), m.game_field_result_of({ name }), start[index] ?? null, null),
  );

function figuresIn(view: View, values: Values): number[] | null {
  const figures = view.players.map((_, index) => numberIn(values, nameOfFigure(index)));
  return figures.every((figure) => figure !== null) ? figures : null;
}

export const RESULT: ActionBuilders<"correct_score" | "sign_slip" | "hand_in_slip" | "correct_slip"> = {
  correct_score: ({ seat, number: turn }) => ({
    fields: [number("points", m.game_field_points())],
    command: (values) => {
      const points = numberIn(values, "points");
      return points === null || turn === null ? null : { type: "correct_score", seat, turn, points };
    },
  }),
  sign_slip: ({ seat, context: { view } }) => ({
    fields: figureFields(view, view.result?.final ?? view.scores),
    command: (values) => {
      const final = figuresIn(view, values);
      return final && { type: "sign_slip", seat, final };
    },
  }),
  hand_in_slip: withoutFields(({ seat }) => ({ type: "hand_in_slip", seat })),
  correct_slip: ({ seat, context: { view } }) => ({
    fields: figureFields(view, view.slip?.handed_in ?? []),
    command: (values) => {
      const final = figuresIn(view, values);
      return final && { type: "correct_slip", seat, final };
    },
  }),
};
