// What is asked of the person now, in one sentence. It is read off the view and the options; it decides nothing.
import { m } from "$lib/text/text";
import type { CommandName, Option, View } from "$lib/wire/types";
import type { Outcome } from "./outcome";
import { endingText, winnersText } from "./telling/arbiter";
import { wordsText, type Context } from "./telling/context";

export interface Standing {
  readonly view: View | null;
  readonly allowed: readonly Option[];
  readonly context: Context;
  /** How the turn has been decided, where it was. */
  readonly outcome: Outcome | null;
  /** Why play was interrupted last, in the player's words. */
  readonly why: string;
}

type Known = Standing & { readonly view: View };

const may = ({ allowed }: Standing, command: CommandName, choice = ""): boolean =>
  allowed.some((option) => option.command === command && (!choice || option.choice === choice));

const name = ({ view, context }: Known): string => context.names[(view.on_turn ?? 0) - 1] ?? "";
const isMine = ({ view }: Known): boolean => view.on_turn !== null && view.on_turn === view.viewer;

const absentNames = ({ view, context }: Known): string =>
  view.absent.map((seat) => context.names[seat - 1] ?? "").join(", ");

function thinking(standing: Known): string {
  const { view } = standing;
  if (!isMine(standing)) return m.game_ask_turn({ name: name(standing) });
  if (!may(standing, "lay_tiles") && may(standing, "draw_tiles")) return m.game_ask_turn_draw();
  if (view.plan === "arranged") return m.game_ask_turn_mine_arranged();
  if (view.plan === "exchanging") return m.game_ask_turn_mine_exchanging();
  if (view.plan === "passing") return m.game_ask_turn_mine_passing();
  if (view.lock === "exchange_or_pass") return m.game_ask_turn_mine_exchange_or_pass();
  if (view.lock === "play_or_pass") return m.game_ask_turn_mine_play_or_pass();
  return view.lock === "layout" ? m.game_ask_turn_mine_layout() : m.game_ask_turn_mine();
}

/** The others at the table, of whom somebody has to write the move down. */
const others = ({ view, context }: Known): string =>
  context.names.filter((_, index) => index + 1 !== view.on_turn).join(", ");

function laid(standing: Known): string {
  const judged = standing.outcome === "valid" ? `${m.game_ask_valid()} ` : "";
  return judged + laidSentence(standing);
}

/** The words of the move, with the value that its player has counted. */
function announced({ view, context }: Known): string {
  const words = wordsText(view.words, context.numbered);
  return view.points === null || context.tellsValues ? words : m.game_ask_announced({ words, points: view.points });
}

function laidSentence(standing: Known): string {
  const said = { name: name(standing), words: announced(standing) };
  if (isMine(standing)) {
    if (may(standing, "announce_value")) return m.game_ask_announce();
    return may(standing, "record_move") ? m.game_ask_record_own() : m.game_ask_laid_mine({ names: others(standing) });
  }
  if (!may(standing, "record_move")) return m.game_ask_laid(said);
  return may(standing, "challenge_words") ? m.game_ask_record(said) : m.game_ask_record_only(said);
}

function challenged(standing: Known): string {
  const words = standing.view.challenge.join(", ");
  if (may(standing, "judge_words")) return m.game_ask_judge({ words });
  if (may(standing, "confirm", "check_together")) return m.game_ask_together({ words });
  const typed = standing.view.typed.join(", ");
  if (may(standing, "type_words") && !typed) return m.game_ask_type({ words });
  if (may(standing, "confirm_slip")) return m.game_ask_confirm_slip({ words: typed });
  return may(standing, "run_check") ? m.game_ask_run({ words: typed }) : m.game_ask_challenged({ words });
}

function dealing(standing: Known): string {
  if (may(standing, "draw_tiles")) return m.game_ask_dealing_mine();
  return may(standing, "start_clock") ? m.game_ask_dealing_clock() : m.game_ask_dealing();
}

/** The slip: the own signature, the others', and handing it in. */
function slip(standing: Known, result: string): string {
  const { view, context } = standing;
  const signed = view.slip?.signed ?? {};
  if (!(String(view.viewer) in signed)) return m.game_ask_slip({ result });
  const missing = context.names.filter((_, index) => !(String(index + 1) in signed));
  if (missing.length > 0) return m.game_ask_slip_missing({ result, names: missing.join(", ") });
  return may(standing, "hand_in_slip") ? m.game_ask_slip_hand_in({ result }) : m.game_ask_slip_differs({ result });
}

function over(standing: Known): string {
  const { view, context } = standing;
  if (view.result === null) return m.game_ask_over({ result: "" });
  const result = `${endingText(view.result, context)} ${winnersText(view.result, context)}`;
  return may(standing, "sign_slip") ? slip(standing, result) : m.game_ask_over({ result });
}

/** An exchange, a pass or a lost turn that is to be written down. */
function closing(standing: Known): string {
  const recording = may(standing, "record_move");
  const lost = standing.outcome === "invalid" || standing.outcome === "lost";
  if (!lost) return recording ? m.game_ask_closing_mine({ name: name(standing) }) : m.game_ask_closing();
  const judged = standing.outcome === "invalid" ? `${m.game_ask_invalid()} ` : "";
  const loss = isMine(standing) ? m.game_ask_lost_mine() : m.game_ask_lost({ name: name(standing) });
  return `${judged}${loss} ${recording ? m.game_ask_record_loss() : m.game_ask_closing()}`;
}

const handing = (standing: Known): string =>
  may(standing, "start_clock") ? m.game_ask_handing_mine() : m.game_ask_handing({ name: name(standing) });

const PHASES: Readonly<Record<string, (standing: Known) => string>> = {
  waiting: (standing) =>
    may(standing, "arrive") ? m.game_ask_arrive() : m.game_ask_waiting({ names: absentNames(standing) }),
  choosing_starter: (standing) =>
    may(standing, "draw_start_tile") ? m.game_ask_start_mine() : m.game_ask_start(),
  choosing_place: (standing) =>
    may(standing, "choose_place") ? m.game_ask_place_mine() : m.game_ask_place({ name: name(standing) }),
  dealing,
  thinking,
  laid,
  challenged,
  closing,
  handing_over: handing,
  inspecting: (standing) =>
    may(standing, "inspect_tiles") || may(standing, "return_tiles")
      ? m.game_ask_inspecting_mine()
      : m.game_ask_inspecting(),
  settling: (standing) => (may(standing, "state_rack") ? m.game_ask_settling_mine() : m.game_ask_settling()),
  over,
};

/** Somebody has called the arbiter. */
function called(standing: Known, seat: number): string {
  if (!may(standing, "rule")) return m.game_ask_arbiter();
  const caller = standing.context.names[seat - 1] ?? "";
  return standing.why
    ? m.game_ask_arbiter_why({ name: caller, reason: standing.why })
    : m.game_ask_arbiter_mine({ name: caller });
}

function interrupted(standing: Known): string | null {
  const { view } = standing;
  if (view.interruption === null) return null;
  if (view.interruption.awaiting) return called(standing, view.interruption.seat);
  return may(standing, "start_clock") ? m.game_ask_interrupted_mine() : m.game_ask_interrupted();
}

/** The sentence that stands above the actions. */
export function prompt(standing: Standing): string {
  const { view } = standing;
  if (view === null) return m.game_ask_opening();
  const known: Known = { ...standing, view };
  if (view.phase !== "over") {
    const stopped = interrupted(known);
    if (stopped) return stopped;
    if (may(known, "return_to_board")) return m.game_ask_return();
    if (view.counting !== null) return m.game_ask_count();
    if (may(known, "confirm", "set") || may(known, "confirm", "clock")) return m.game_ask_check_set();
  }
  return PHASES[view.phase]?.(known) ?? m.game_ask_opening();
}

/** Whether the person has to do something, so that a sound or a mark may say so. */
export const isAsked = ({ view, allowed }: Pick<Standing, "view" | "allowed">): boolean =>
  view !== null &&
  view.phase !== "over" &&
  (view.interruption?.awaiting === true && allowed.some(({ command }) => command === "rule") ||
    allowed.some(({ command }) => command === "lay_tiles" || command === "record_move" || command === "run_check"));
