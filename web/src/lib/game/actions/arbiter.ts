// Verdicts, rulings, and taking them back.
import { readable } from "$lib/board/squares";
import { m } from "$lib/text/text";
import type { Command, Role, Seat, View } from "$lib/wire/types";
import type { ActionBuilder, ActionBuilders, ActionContext } from "./action";
import { number, numberIn, one, optionalText, text, textIn, type Field, type Values } from "../fields";

type Measure = Extract<Command, { type: "rule" }>["measure"];
type Kind = Measure["type"];

/** The role in which the person rules; the server checks it. */
const roleOf = (view: View): Role => (typeof view.viewer === "string" ? view.viewer : "player");

/** Nobody is chosen at first: a ruling must not hit whoever happens to stand at the top. */
const playerField = (view: View): Field =>
  one(
    "seat",
    m.game_field_player(),
    view.players.map((name, index) => ({ value: String(index + 1), label: name })),
    "",
  );

function seatIn(values: Values): Seat | null {
  const seat = Number(textIn(values, "seat"));
  return seat >= 1 && seat <= 4 ? (seat as Seat) : null;
}

const verdictField = (): Field =>
  one("valid", m.game_field_verdict(), [
    { value: "yes", label: m.game_field_valid() },
    { value: "no", label: m.game_field_invalid() },
  ]);

const tileFields = ({ view, numbered }: ActionContext): Field[] => [
  one(
    "square",
    m.game_field_square(),
    Object.keys(view.board).map((square) => ({ value: square, label: readable(square, numbered) })),
  ),
  text("letter", m.game_field_small_letter()),
];

/** The fields of each measure besides its clause and reason, and the measure made of their values. */
const MEASURES: {
  readonly [Name in Kind]: { fields: (context: ActionContext) => readonly Field[]; make: (values: Values) => Measure | null };
} = {
  settle: { fields: () => [], make: () => ({ type: "settle" }) },
  warn: forPlayer((seat) => ({ type: "warn", seat })),
  exclude_from_game: forPlayer((seat) => ({ type: "exclude_from_game", seat })),
  exclude_from_event: forPlayer((seat) => ({ type: "exclude_from_event", seat })),
  force_pass: forPlayer((seat) => ({ type: "force_pass", seat })),
  repeat_move: forPlayer((seat) => ({ type: "repeat_move", seat })),
  tidy_tiles: forPlayer((seat) => ({ type: "tidy_tiles", seat })),
  accept_move: forPlayer((seat) => ({ type: "accept_move", seat })),
  lift_lock: forPlayer((seat) => ({ type: "lift_lock", seat })),
  deduct: withFigure("points", m.game_field_points, (seat, points) => ({ type: "deduct", seat, points })),
  settle_score: withFigure("points", m.game_field_points, (seat, points) => ({ type: "settle_score", seat, points })),
  adjust_clock: withFigure("seconds", m.game_field_seconds, (seat, seconds) => ({
    type: "adjust_clock",
    seat,
    millis: seconds * 1000,
  })),
  correct_tiles: {
    fields: tileFields,
    make: (values) => {
      const [square, letter] = [textIn(values, "square"), textIn(values, "letter")];
      return square && letter ? { type: "correct_tiles", tiles: { [square]: letter } } : null;
    },
  },
};

function forPlayer(make: (seat: Seat) => Measure): (typeof MEASURES)[Kind] {
  return {
    fields: ({ view }) => [playerField(view)],
    make: (values) => {
      const seat = seatIn(values);
      return seat && make(seat);
    },
  };
}

function withFigure(
  name: string,
  label: () => string,
  make: (seat: Seat, figure: number) => Measure,
): (typeof MEASURES)[Kind] {
  return {
    fields: ({ view }) => [playerField(view), number(name, label(), null, null)],
    make: (values) => {
      const [seat, figure] = [seatIn(values), numberIn(values, name)];
      return seat === null || figure === null ? null : make(seat, figure);
    },
  };
}

const isMeasure = (name: string): name is Kind => name in MEASURES;

const rule: ActionBuilder = ({ choice, clause: usual, context }) => {
  const kind: Kind = isMeasure(choice) ? choice : "settle";
  return {
    fields: [
      ...MEASURES[kind].fields(context),
      text("clause", m.game_field_clause(), usual),
      optionalText("reason", m.game_field_reason()),
    ],
    command: (values) => {
      const measure = MEASURES[kind].make(values);
      const clause = textIn(values, "clause");
      return measure && clause ? { type: "rule", clause, measure, reason: textIn(values, "reason") } : null;
    },
  };
};

export const ARBITER: ActionBuilders<"judge_words" | "override_verdict" | "rule" | "reverse_ruling"> = {
  judge_words: ({ context: { view } }) => ({
    // An assistant says valid or not and nothing else (PFS-4.7.11c).
    fields: roleOf(view) === "assistant" ? [verdictField()] : [verdictField(), optionalText("reason", m.game_field_reason())],
    command: (values) => ({
      type: "judge_words",
      valid: textIn(values, "valid") === "yes",
      by: roleOf(view),
      reason: textIn(values, "reason"),
    }),
  }),
  override_verdict: ({ context: { view } }) => ({
    fields: [verdictField(), text("reason", m.game_field_reason())],
    command: (values) => {
      const reason = textIn(values, "reason");
      const valid = textIn(values, "valid") === "yes";
      return reason ? { type: "override_verdict", valid, by: roleOf(view), reason } : null;
    },
  }),
  rule,
  reverse_ruling: ({ number: ruling, clause: usual }) => ({
    fields: [text("clause", m.game_field_clause(), usual), optionalText("reason", m.game_field_reason())],
    command: (values) => {
      const clause = textIn(values, "clause");
      const reason = textIn(values, "reason");
      return clause && ruling !== null ? { type: "reverse_ruling", ruling, clause, reason } : null;
    },
  }),
};
