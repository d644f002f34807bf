// Short texts: one for every command and every choice within it, and the phrases that players can say to each other.
import { m } from "$lib/text/text";
import type { CommandName, Option, Phrase } from "$lib/wire/types";

type Text = () => string;

export const PHRASES: { readonly [Name in CommandName]: Text } = {
  create_game: m.game_do_create_game,
  draw_start_tile: m.game_do_draw_start_tile,
  draw_tiles: m.game_do_draw_tiles,
  start_clock: m.game_do_start_clock,
  lay_tiles: m.game_do_lay_tiles,
  announce_exchange: m.game_do_announce_exchange,
  exchange_tiles: m.game_do_exchange_tiles,
  pass_turn: m.game_do_pass_turn,
  stop_clock: m.game_do_stop_clock,
  declare_blanks: m.game_do_declare_blanks,
  write_blanks: m.game_do_write_blanks,
  dispute_blank: m.game_do_dispute_blank,
  announce_value: m.game_do_announce_value,
  record_move: m.game_do_record_move,
  challenge_words: m.game_do_challenge_words,
  claim_placement: m.game_do_claim_placement,
  type_words: m.game_do_type_words,
  confirm_slip: m.game_do_confirm_slip,
  run_check: m.game_do_run_check,
  judge_words: m.game_do_judge_words,
  override_verdict: m.game_do_override_verdict,
  check_time: m.game_do_check_time,
  credit_time: m.game_do_credit_time,
  confirm: m.game_do_confirm,
  state_set: m.game_do_state_set,
  lay_square: m.game_do_lay_square,
  dispute_places: m.game_do_dispute_places,
  choose_place: m.game_do_choose_place,
  arrive: m.game_do_arrive,
  start_lateness: m.game_do_start_lateness,
  leave_board: m.game_do_leave_board,
  return_to_board: m.game_do_return_to_board,
  state_rack: m.game_do_state_rack,
  demand_draw: m.game_do_demand_draw,
  claim_surplus: m.game_do_claim_surplus,
  inspect_tiles: m.game_do_inspect_tiles,
  return_tiles: m.game_do_return_tiles,
  count_tiles: m.game_do_count_tiles,
  state_count: m.game_do_state_count,
  call_arbiter: m.game_do_call_arbiter,
  rule: m.game_do_rule,
  reverse_ruling: m.game_do_reverse_ruling,
  report_irregularity: m.game_do_report_irregularity,
  correct_score: m.game_do_correct_score,
  sign_slip: m.game_do_sign_slip,
  hand_in_slip: m.game_do_hand_in_slip,
  correct_slip: m.game_do_correct_slip,
  reveal_seed: m.game_do_reveal_seed,
};

/** The phrase for each choice of a command that has several; it says more than the bare phrase. */
export const CHOICES: Readonly<Record<string, Text>> = {
  "stop_clock move": m.game_do_stop_clock_move,
  "stop_clock surplus": m.game_do_stop_clock_surplus,
  "stop_clock arbiter": m.game_do_stop_clock_arbiter,
  "stop_clock duty": m.game_do_stop_clock_duty,
  "stop_clock counting": m.game_do_stop_clock_counting,
  "stop_clock other": m.game_do_stop_clock_other,
  "confirm set": m.game_do_confirm_set,
  "confirm clock": m.game_do_confirm_clock,
  "confirm equipment": m.game_do_confirm_equipment,
  "confirm leave": m.game_do_confirm_leave,
  "confirm check_together": m.game_do_confirm_check_together,
  "confirm slip": m.game_do_confirm_slip_correction,
  "choose_place clock_left": m.game_do_choose_place_clock_left,
  "choose_place clock_right": m.game_do_choose_place_clock_right,
  "claim_surplus accident": m.game_do_claim_surplus_accident,
  "state_rack now": m.game_do_state_rack_now,
  "state_rack before": m.game_do_state_rack_before,
  "rule settle": m.game_do_rule_settle,
  "rule warn": m.game_do_rule_warn,
  "rule deduct": m.game_do_rule_deduct,
  "rule exclude_from_game": m.game_do_rule_exclude_from_game,
  "rule exclude_from_event": m.game_do_rule_exclude_from_event,
  "rule force_pass": m.game_do_rule_force_pass,
  "rule repeat_move": m.game_do_rule_repeat_move,
  "rule tidy_tiles": m.game_do_rule_tidy_tiles,
  "rule correct_tiles": m.game_do_rule_correct_tiles,
  "rule adjust_clock": m.game_do_rule_adjust_clock,
  "rule settle_score": m.game_do_rule_settle_score,
  "rule lift_lock": m.game_do_rule_lift_lock,
};

/** Commands among whose choices a number is that of a turn or a ruling; elsewhere it is a seat. */
const NUMBERED: ReadonlySet<string> = new Set<CommandName>(["correct_score", "reverse_ruling"]);

/** A choice like `2 accident` in its parts. */
export function readChoice(choice: string): { readonly number: number | null; readonly rest: string } {
  const found = /^(\d+) ?(.*)$/.exec(choice);
  return found ? { number: Number(found[1]), rest: found[2] ?? "" } : { number: null, rest: choice };
}

export const isCommandName = (name: string): name is CommandName => name in PHRASES;

/** The option in one line: `Zatrzymaj zegar: nadmiar płytek`. An unknown command is shown by its name. */
export function optionText(option: Pick<Option, "command" | "choice">, names: readonly string[]): string {
  const { number, rest } = readChoice(option.choice);
  const bare = isCommandName(option.command) ? PHRASES[option.command]() : option.command;
  const action = CHOICES[`${option.command} ${rest}`]?.() ?? bare;
  if (number === null) return action;
  if (NUMBERED.has(option.command)) return m.game_do_numbered({ action, number });
  return m.game_do_for({ action, name: names[number - 1] ?? String(number) });
}

/** What players can say to each other: only what the game needs (PFS-6.6.1). */
const SPOKEN: { readonly [Name in Phrase]: () => string } = {
  hello: m.game_say_hello,
  good_luck: m.game_say_good_luck,
  your_turn: m.game_say_your_turn,
  please_record: m.game_say_please_record,
  one_moment: m.game_say_one_moment,
  well_played: m.game_say_well_played,
  thank_you: m.game_say_thank_you,
  goodbye: m.game_say_goodbye,
};

const isPhrase = (name: string): name is Phrase => name in SPOKEN;

export const PHRASE_NAMES: readonly Phrase[] = Object.keys(SPOKEN).filter(isPhrase);
export const phraseText = (phrase: Phrase): string => SPOKEN[phrase]();
