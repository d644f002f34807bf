// The words of a review: grades, signs, reasons, and numbers in the person's language.
import { language, m } from "$lib/text/text";
import type { Basis, Candidate, Grade, GradeLimits, Note, Sign, TurnReview, Unjudged } from "$lib/wire/reviews";

export const GRADES: readonly Grade[] = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** A sign beside the colour of each grade, as chess players know them. */
export const GRADE_MARKS: Readonly<Record<Grade, string>> = { best: "✓", good: "○", inaccuracy: "?!", mistake: "?", blunder: "??" };

const GRADE_NAMES: Readonly<Record<Grade, () => string>> = {
  best: m.review_grade_best,
  good: m.review_grade_good,
  inaccuracy: m.review_grade_inaccuracy,
  mistake: m.review_grade_mistake,
  blunder: m.review_grade_blunder,
};
const BASES: Readonly<Record<Basis, () => string>> = {
  equity: m.review_basis_equity,
  simulation: m.review_basis_simulation,
  draws: m.review_basis_draws,
  exact: m.review_basis_exact,
};
const REASONS: Readonly<Record<Unjudged, () => string>> = {
  rack_unknown: m.review_unjudged_rack_unknown,
  rack_impossible: m.review_unjudged_rack_impossible,
  move_unknown: m.review_unjudged_move_unknown,
  no_choice: m.review_unjudged_no_choice,
  many_players: m.review_unjudged_many_players,
  stopped: m.review_unjudged_stopped,
};

export const gradeName = (grade: Grade): string => GRADE_NAMES[grade]();
export const basisText = (basis: Basis): string => BASES[basis]();
export const unjudgedText = (why: Unjudged): string => REASONS[why]();

/** A number with its sign, one digit after the comma. */
export const signed = (value: number): string => format(value, { signDisplay: "exceptZero", minimumFractionDigits: 1 });
export const decimal = (value: number): string => format(value, { minimumFractionDigits: 1 });
/** Points without parts, with a true minus. */
export const whole = (value: number): string => format(value, { maximumFractionDigits: 0 });
/** A time as minutes and seconds; a dash for none. */
export function clockTime(seconds: number | null): string {
  if (seconds === null) return "–";
  const rounded = Math.round(seconds);
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, "0")}`;
}
/** A share as per cent. */
export const percent = (share: number): string => `${format(100 * share, { minimumFractionDigits: 1 })} %`;

function format(value: number, more: Intl.NumberFormatOptions): string {
  // No "−0.0": what rounds to nothing has no sign.
  const rounded = Math.round(value * 10) / 10 || 0;
  return new Intl.NumberFormat(language.current, { maximumFractionDigits: 1, ...more }).format(rounded).replace("-", "−");
}

/** The chance to win with its margin; empty if it is not known. */
export function chanceText({ chance, chance_margin: margin, is_proved: isProved }: Candidate): string {
  if (chance === null) return "";
  return isProved || margin === 0 ? percent(chance) : `${decimal(100 * chance)} ± ${decimal(100 * margin)} %`;
}

/** What a turn lost, as short as a row of the list needs it. */
export function lossText({ loss }: TurnReview): string {
  if (!loss) return "";
  // What rounds to nothing is told in points.
  if (loss.chance >= 0.0005) return `−${percent(loss.chance)}`;
  return loss.points > 0 ? m.review_loss_points({ points: decimal(loss.points) }) : "";
}

/** The value of what stays on the rack. */
export const leaveValue = ({ equity, score }: Candidate): number => equity - score;

/** Why one move is better than another: points on the board, and what stays on the rack. */
export function reasonText(better: Candidate, other: Candidate): string {
  const points = better.score - other.score;
  const leave = leaveValue(better) - leaveValue(other);
  const parts = [
    points !== 0 && m.review_why_points({ points: signed(points) }),
    Math.abs(leave) >= 0.5 && m.review_why_leave({ points: signed(leave) }),
    better.chance !== null && other.chance !== null && Math.abs(better.chance - other.chance) >= 0.001 &&
      m.review_why_chance({ chance: signed(100 * (better.chance - other.chance)) }),
  ];
  return parts.filter(Boolean).join(", ");
}

/** A sign in a sentence. */
export function signText({ sign, move, words, points }: Sign, shown: (move: string) => string): string {
  const cost = points === null || points <= 0 ? "" : m.review_sign_cost({ points: decimal(points) });
  const said = { move: shown(move), words: words.join(", "), cost };
  switch (sign) {
    case "missed_bingo":
      return m.review_sign_missed_bingo(said);
    case "missed_out_play":
      return m.review_sign_missed_out_play(said);
    case "phoney_stood":
      return m.review_sign_phoney_stood(said);
    case "phoney_fell":
      return m.review_sign_phoney_fell(said);
    case "challenge_missed":
      return m.review_sign_challenge_missed(said);
    case "wrong_challenge":
      return m.review_sign_wrong_challenge(said);
  }
}

/** Two or three signs for a row of the list. */
export function signShort({ sign }: Sign): string {
  const names: Readonly<Record<Sign["sign"], () => string>> = {
    missed_bingo: m.review_short_missed_bingo,
    missed_out_play: m.review_short_missed_out_play,
    phoney_stood: m.review_short_phoney_stood,
    phoney_fell: m.review_short_phoney_fell,
    challenge_missed: m.review_short_challenge_missed,
    wrong_challenge: m.review_short_wrong_challenge,
  };
  return names[sign]();
}

/** What is to be known about the whole review. */
export function noteText(note: Note, list: string, named: string): string {
  switch (note) {
    case "other_list":
      return named ? m.review_note_other_list({ list, named }) : m.review_note_no_list({ list });
    case "no_list_named":
      return m.review_note_no_list({ list });
    case "many_players":
      return m.review_note_many_players();
    case "unfinished":
      return m.review_note_unfinished();
    case "scores_differ":
      return m.review_note_scores_differ();
    case "racks_missing":
      return m.review_note_racks_missing();
    case "stopped":
      return m.review_note_stopped();
  }
}

/** The losses of a grade, for the table of thresholds: "up to 3 %". */
export function limitTexts(limits: GradeLimits, shown: (value: number) => string): Readonly<Record<Grade, string>> {
  return {
    best: m.review_limit_none(),
    good: m.review_limit_up_to({ value: shown(limits.good) }),
    inaccuracy: m.review_limit_up_to({ value: shown(limits.inaccuracy) }),
    mistake: m.review_limit_up_to({ value: shown(limits.mistake) }),
    blunder: m.review_limit_more({ value: shown(limits.mistake) }),
  };
}
