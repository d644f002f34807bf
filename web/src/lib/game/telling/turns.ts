// A turn, from thinking to the row of the score sheet.
import { readable } from "$lib/board/squares";
import { m } from "$lib/text/text";
import { lettersText, nameOf, told, wordsText, type Context, type EventOf, type Sentence, type Tellers } from "./context";

type Turns =
  | "turn_opened"
  | "tiles_arranged"
  | "exchange_announced"
  | "pass_announced"
  | "exchange_failed"
  | "pass_declared"
  | "tiles_laid"
  | "move_reopened"
  | "move_taken_back"
  | "move_withdrawn"
  | "placement_upheld"
  | "blanks_declared"
  | "blanks_written"
  | "blank_settled"
  | "blank_died"
  | "value_announced"
  | "recorded"
  | "words_challenged"
  | "words_typed"
  | "slip_confirmed"
  | "check_run"
  | "check_voided"
  | "words_judged"
  | "verdict_overridden"
  | "move_accepted"
  | "turn_lost"
  | "exchange_accepted"
  | "turn_passed";

const LOCKED = {
  exchange_or_pass: m.game_event_locked_exchange_or_pass,
  play_or_pass: m.game_event_locked_play_or_pass,
  layout: m.game_event_locked_layout,
} as const;

function laid(event: EventOf<"tiles_laid">, context: Context): Sentence {
  const said = { name: nameOf(context, event.seat), words: wordsText(event.words, context.numbered) };
  return told(
    context.tellsValues
      ? m.game_event_tiles_laid_worth({ ...said, points: event.points })
      : m.game_event_tiles_laid(said),
  );
}

function judged(event: EventOf<"words_judged">, context: Context): Sentence {
  const verdict = event.valid ? m.game_event_words_valid() : m.game_event_words_invalid();
  const byList = event.by === "lexicon" && context.lexicon !== null;
  return told(
    byList ? `${verdict} ${m.game_event_words_judged_by({ lexicon: context.lexicon })}` : verdict,
    event.clause,
  );
}

function passed(event: EventOf<"turn_passed">, context: Context): Sentence {
  const name = nameOf(context, event.seat);
  if (event.forced === null) return told(m.game_event_turn_passed({ name }), event.clause);
  const forced = event.forced === "time" ? m.game_event_turn_passed_time : m.game_event_turn_passed_forced;
  return told(forced({ name }), event.clause);
}

function exchangeAnnounced(event: EventOf<"exchange_announced">, context: Context): Sentence {
  const name = nameOf(context, event.seat);
  return told(
    event.count === null
      ? m.game_event_exchange_announced({ name })
      : m.game_event_exchange_announced_count({ name, count: event.count }),
  );
}

function withdrawn(event: EventOf<"move_withdrawn">, context: Context): Sentence {
  const name = nameOf(context, event.seat);
  const faulty = event.cause === "faulty_placement";
  return told(faulty ? m.game_event_move_withdrawn_faulty({ name }) : m.game_event_move_withdrawn({ name }), event.clause);
}

const squaresText = (blank: Readonly<Record<string, string>>, numbered: boolean): string =>
  Object.keys(blank)
    .map((square) => readable(square, numbered))
    .join(", ");

export const TURNS: Pick<Tellers, Turns> = {
  turn_opened: (event, context) => told(m.game_event_turn_opened({ name: nameOf(context, event.seat) })),
  tiles_arranged: (event, context) => told(m.game_event_tiles_arranged({ name: nameOf(context, event.seat) })),
  exchange_announced: exchangeAnnounced,
  pass_announced: (event, context) => told(m.game_event_pass_announced({ name: nameOf(context, event.seat) })),
  exchange_failed: (event, context) => told(LOCKED[event.lock]({ name: nameOf(context, event.seat) }), event.clause),
  pass_declared: (event, context) => told(m.game_event_pass_declared({ name: nameOf(context, event.seat) })),
  tiles_laid: laid,
  move_reopened: (event, context) => told(LOCKED[event.lock]({ name: nameOf(context, event.seat) }), event.clause),
  move_taken_back: (event, context) =>
    told(m.game_event_move_taken_back({ name: nameOf(context, event.seat) }), event.clause),
  move_withdrawn: withdrawn,
  placement_upheld: (event) => told(m.game_event_placement_upheld(), event.clause),
  blanks_declared: (event, context) =>
    told(
      m.game_event_blanks_declared({
        name: nameOf(context, event.seat),
        letters: lettersText(event.blanks, context.numbered),
      }),
    ),
  blanks_written: (event, context) =>
    told(
      m.game_event_blanks_written({
        name: nameOf(context, event.seat),
        letters: lettersText(event.blanks, context.numbered),
      }),
    ),
  blank_settled: (event, context) =>
    told(m.game_event_blank_settled({ letters: lettersText(event.blank, context.numbered) }), event.clause),
  blank_died: (event, context) =>
    told(m.game_event_blank_died({ squares: squaresText(event.blank, context.numbered) }), event.clause),
  value_announced: (event, context) =>
    told(m.game_event_value_announced({ name: nameOf(context, event.seat), points: event.points })),
  recorded: (event, context) => told(m.game_event_recorded({ name: nameOf(context, event.seat), points: event.points })),
  words_challenged: (event, context) =>
    told(m.game_event_words_challenged({ name: nameOf(context, event.seat), words: event.words.join(", ") })),
  words_typed: (event, context) =>
    told(m.game_event_words_typed({ name: nameOf(context, event.seat), words: event.words.join(", ") })),
  slip_confirmed: (event, context) => told(m.game_event_slip_confirmed({ name: nameOf(context, event.seat) })),
  check_run: (event, context) => told(m.game_event_check_run({ name: nameOf(context, event.seat) })),
  check_voided: (event) => told(m.game_event_check_voided(), event.clause),
  words_judged: judged,
  verdict_overridden: (event) => told(m.game_event_verdict_overridden({ reason: event.reason }), event.clause),
  move_accepted: (event, context) =>
    told(m.game_event_move_accepted({ name: nameOf(context, event.seat), points: event.points })),
  turn_lost: (event, context) => told(m.game_event_turn_lost({ name: nameOf(context, event.seat) }), event.clause),
  exchange_accepted: (event, context) => told(m.game_event_exchange_accepted({ name: nameOf(context, event.seat) })),
  turn_passed: passed,
};
