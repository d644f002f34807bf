// Rulings, corrections of the score, and what follows a game.
import { m } from "$lib/text/text";
import { lettersText, nameOf, namesOf, told, wordsText, type Context, type EventOf, type Tellers } from "./context";

type Arbiter =
  | "penalty_charged"
  | "ruling_made"
  | "ruling_reversed"
  | "turn_reopened"
  | "game_reopened"
  | "move_reread"
  | "correction_asked"
  | "score_corrected"
  | "leftovers_due"
  | "game_ended"
  | "slip_signed"
  | "slip_handed_in"
  | "slip_corrected"
  | "seed_revealed";

type Measure = EventOf<"ruling_made">["measure"];
type Result = EventOf<"game_ended">["result"];

const ENDINGS = {
  out: m.game_ending_out,
  passes: m.game_ending_passes,
  passes_and_losses: m.game_ending_passes_and_losses,
  time: m.game_ending_time,
} as const;

/** Why a game is over. */
export const endingText = (result: Result, context: Context): string =>
  result.ending === "forfeit"
    ? m.game_ending_forfeit({ names: namesOf(context, result.forfeited) })
    : ENDINGS[result.ending]();

/** Who has won. */
export const winnersText = (result: Result, context: Context): string =>
  result.winners.length > 1
    ? m.game_result_draw({ names: namesOf(context, result.winners) })
    : m.game_result_winner({ name: namesOf(context, result.winners) });

const figuresText = (final: readonly unknown[]): string => final.map(String).join(" : ");

/** What an arbiter orders, in words. */
function measureText(measure: Measure, context: Context): string {
  const name = "seat" in measure ? nameOf(context, measure.seat) : "";
  switch (measure.type) {
    case "settle":
      return m.game_measure_settle();
    case "warn":
      return m.game_measure_warn({ name });
    case "deduct":
      return m.game_measure_deduct({ name, points: measure.points });
    case "exclude_from_game":
      return m.game_measure_exclude_from_game({ name });
    case "exclude_from_event":
      return m.game_measure_exclude_from_event({ name });
    case "force_pass":
      return m.game_measure_force_pass({ name });
    case "repeat_move":
      return m.game_measure_repeat_move({ name });
    case "tidy_tiles":
      return m.game_measure_tidy_tiles({ name });
    case "correct_tiles":
      return m.game_measure_correct_tiles({ letters: lettersText(measure.tiles, context.numbered) });
    case "adjust_clock":
      return m.game_measure_adjust_clock({ name, seconds: Math.round(measure.millis / 1000) });
    case "settle_score":
      return m.game_measure_settle_score({ name, points: measure.points });
    case "lift_lock":
      return m.game_measure_lift_lock({ name });
  }
}

const reasoned = (text: string, reason: string): string => (reason ? m.game_event_why({ text, reason }) : text);

export const ARBITER: Pick<Tellers, Arbiter> = {
  penalty_charged: (event, context) =>
    told(m.game_event_penalty_charged({ name: nameOf(context, event.seat), points: event.points }), event.clause),
  ruling_made: (event, context) => {
    const said = m.game_event_ruling_made({ number: event.number, ordered: measureText(event.measure, context) });
    return told(reasoned(said, event.reason), event.clause);
  },
  ruling_reversed: (event) =>
    told(reasoned(m.game_event_ruling_reversed({ number: event.number }), event.reason), event.clause),
  turn_reopened: (event, context) => told(m.game_event_turn_reopened({ name: nameOf(context, event.seat) })),
  game_reopened: () => told(m.game_event_game_reopened()),
  move_reread: (event, context) =>
    told(m.game_event_move_reread({ words: wordsText(event.words, context.numbered) })),
  correction_asked: (event, context) =>
    told(
      m.game_event_correction_asked({ name: nameOf(context, event.seat), turn: event.turn, points: event.points }),
    ),
  score_corrected: (event) =>
    told(m.game_event_score_corrected({ turn: event.turn, points: event.points }), event.clause),
  leftovers_due: (event) => told(m.game_event_leftovers_due(), event.clause),
  game_ended: (event, context) =>
    told(
      m.game_event_game_ended({ why: endingText(event.result, context), result: winnersText(event.result, context) }),
      event.clause,
    ),
  slip_signed: (event, context) =>
    told(m.game_event_slip_signed({ name: nameOf(context, event.seat), result: figuresText(event.final) })),
  slip_handed_in: (event) => told(m.game_event_slip_handed_in({ result: figuresText(event.final) })),
  slip_corrected: (event) => told(m.game_event_slip_corrected({ result: figuresText(event.final) }), event.clause),
  seed_revealed: (event) => told(m.game_event_seed_revealed({ seed: event.seed })),
};
