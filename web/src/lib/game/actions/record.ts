// Announcing, recording and challenging a move, its blanks, and the result slip.
import { readable } from "$lib/board/squares";
import { BLANK } from "$lib/board/tiles";
import { m } from "$lib/text/text";
import type { View } from "$lib/wire/types";
import { listIn, number, numberIn, one, text, textIn, type Field, type Values } from "../fields";
import { plainWord } from "../wording";
import { blanksOn, letterFields, lettersIn, withoutFields, type ActionBuilder, type ActionBuilders } from "./action";

/** An exchange, a pass or a lost turn is written down without a value. */
const recordMove: ActionBuilder = ({ seat, context: { view } }) => {
  if (view.phase === "closing") return { fields: [], command: () => ({ type: "record_move", seat }) };
  return {
    fields: [number("points", m.game_field_written(), view.points)],
    command: (values) => {
      const points = numberIn(values, "points");
      return points === null ? null : { type: "record_move", seat, points };
    },
  };
};

const challengeWords: ActionBuilder = ({ seat, context: { view } }) => {
  const words = [...new Set(view.words.map(plainWord))];
  return {
    fields: [
      {
        kind: "several",
        name: "words",
        label: m.game_field_words(),
        hint: m.game_field_words_none(),
        choices: words.map((word) => ({ value: word, label: word })),
      },
    ],
    command: (values) => ({ type: "challenge_words", seat, words: listIn(values, "words") }),
  };
};

const typeWords: ActionBuilder = ({ seat }) => ({
  fields: [text("words", m.game_field_words_typed())],
  command: (values) => {
    const words = textIn(values, "words").toUpperCase().split(/[\s,]+/u).filter(Boolean);
    return words.length > 0 ? { type: "type_words", seat, words } : null;
  },
});

/** Those that the person has not written yet; all of them if every one is written. */
const writeBlanks: ActionBuilder = ({ seat, context }) => {
  const { view } = context;
  const card = view.cards[String(seat)] ?? {};
  const all = blanksOn(view).map(([square]) => square);
  const open = all.filter((square) => !(square in card));
  const squares = open.length > 0 ? open : all;
  return {
    fields: letterFields(squares, context),
    command: (values) => (squares.length > 0 ? { type: "write_blanks", seat, blanks: lettersIn(squares, values) } : null),
  };
};

const disputeBlank: ActionBuilder = ({ seat, context: { view, numbered } }) => {
  const squares = blanksOn(view).map(([square]) => ({ value: square, label: readable(square, numbered) }));
  return {
    fields: [one("square", m.game_field_blank(), squares)],
    command: (values) => {
      const square = textIn(values, "square");
      return square ? { type: "dispute_blank", seat, blank: { [square]: BLANK } } : null;
    },
  };
};

export const RECORD: ActionBuilders<
  | "announce_value"
  | "record_move"
  | "challenge_words"
  | "claim_placement"
  | "type_words"
  | "confirm_slip"
  | "run_check"
  | "write_blanks"
  | "dispute_blank"
> = {
  announce_value: ({ seat }) => ({
    fields: [number("points", m.game_field_value())],
    command: (values) => {
      const points = numberIn(values, "points");
      return points === null ? null : { type: "announce_value", seat, points };
    },
  }),
  record_move: recordMove,
  challenge_words: challengeWords,
  claim_placement: withoutFields(({ seat }) => ({ type: "claim_placement", seat })),
  type_words: typeWords,
  confirm_slip: withoutFields(({ seat }) => ({ type: "confirm_slip", seat })),
  run_check: withoutFields(({ seat }) => ({ type: "run_check", seat })),
  write_blanks: writeBlanks,
  dispute_blank: disputeBlank,
};

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
