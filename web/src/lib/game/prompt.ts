// The prompt: one sentence about what to do now, made from the view and the options. It decides nothing.
import { m } from "$lib/text/text";
import type { CommandName, Option, Seat, View } from "$lib/wire/types";
import type { Outcome } from "./replay";
import { lexiconText, wordsText, type Context } from "./wording";

export interface PromptInput {
  readonly view: View | null;
  readonly allowed: readonly Option[];
  readonly context: Context;
  /** The decision on the turn, if there is one. */
  readonly outcome: Outcome | null;
  /** Whether the list of words gave the verdict. */
  readonly byList: boolean;
  /** Why play was interrupted last, in the player's words. */
  readonly why: string;
  /** Why the game is over and who has won. */
  readonly ending: string;
}

type KnownTable = PromptInput & { readonly view: View };

const may = ({ allowed }: PromptInput, command: CommandName, choice = ""): boolean =>
  allowed.some((option) => option.command === command && (!choice || option.choice === choice));

const name = ({ view, context }: KnownTable): string => context.names[(view.on_turn ?? 0) - 1] ?? "";
const isMine = ({ view }: KnownTable): boolean => view.on_turn !== null && view.on_turn === view.viewer;

const absentNames = ({ view, context }: KnownTable): string =>
  view.absent.map((seat) => context.names[seat - 1] ?? "").join(", ");

/** How a move ends that is laid or announced: by stopping the clock; without one, by the value said aloud (PFS-4.4.1b). */
const PLANNED: Readonly<Record<string, { readonly timed: () => string; readonly untimed: () => string }>> = {
  arranged: { timed: m.game_ask_turn_mine_arranged, untimed: m.game_ask_turn_mine_arranged_untimed },
  exchanging: { timed: m.game_ask_turn_mine_exchanging, untimed: m.game_ask_turn_mine_exchanging_untimed },
  passing: { timed: m.game_ask_turn_mine_passing, untimed: m.game_ask_turn_mine_passing_untimed },
};

function thinking(input: KnownTable): string {
  const { view } = input;
  if (!isMine(input)) return m.game_ask_turn({ name: name(input) });
  if (!may(input, "lay_tiles") && may(input, "draw_tiles")) return m.game_ask_turn_draw();
  const planned = PLANNED[view.plan ?? ""];
  if (planned) return view.clock === null ? planned.untimed() : planned.timed();
  if (view.lock === "exchange_or_pass") return m.game_ask_turn_mine_exchange_or_pass();
  if (view.lock === "play_or_pass") return m.game_ask_turn_mine_play_or_pass();
  return view.lock === "layout" ? m.game_ask_turn_mine_layout() : m.game_ask_turn_mine();
}

/** The others at the table; one of them has to record the move. */
const others = ({ view, context }: KnownTable): string =>
  context.names.filter((_, index) => index + 1 !== view.on_turn).join(", ");

/** The list that gave the verdict, after the verdict. */
const list = ({ view, byList }: KnownTable): string => (byList && view.lexicon ? `${lexiconText(view.lexicon)}. ` : "");

function laid(input: KnownTable): string {
  const judged = input.outcome === "valid" ? `${m.game_ask_valid()} ${list(input)}` : "";
  return judged + laidSentence(input);
}

/** The words of the move, with the value that its player has counted. */
function announced({ view, context }: KnownTable): string {
  const words = wordsText(view.words, context.numbered);
  return view.points === null || context.tellsValues ? words : m.game_ask_announced({ words, points: view.points });
}

function laidSentence(input: KnownTable): string {
  const said = { name: name(input), words: announced(input) };
  if (isMine(input)) {
    if (may(input, "announce_value")) return m.game_ask_announce();
    return may(input, "record_move") ? m.game_ask_record_own() : m.game_ask_laid_mine({ names: others(input) });
  }
  if (!may(input, "record_move")) return m.game_ask_laid(said);
  return may(input, "challenge_words") ? m.game_ask_record(said) : m.game_ask_record_only(said);
}

function challenged(input: KnownTable): string {
  const words = input.view.challenge.join(", ");
  if (may(input, "judge_words")) return m.game_ask_judge({ words });
  if (may(input, "confirm", "check_together")) return m.game_ask_together({ words });
  const typed = input.view.typed.join(", ");
  if (may(input, "type_words") && !typed) return m.game_ask_type({ words });
  if (may(input, "confirm_slip")) return m.game_ask_confirm_slip({ words: typed });
  return may(input, "run_check") ? m.game_ask_run({ words: typed }) : m.game_ask_challenged({ words });
}

function dealing(input: KnownTable): string {
  if (may(input, "draw_tiles")) return m.game_ask_dealing_mine();
  return may(input, "start_clock") ? m.game_ask_dealing_clock() : m.game_ask_dealing();
}

/** The slip: the own signature, the others', and handing it in. */
function slip(input: KnownTable, result: string): string {
  const { view, context } = input;
  const signed = view.slip?.signed ?? {};
  if (!(String(view.viewer) in signed)) return m.game_ask_slip({ result });
  const missing = context.names.filter((_, index) => !(String(index + 1) in signed));
  if (missing.length > 0) return m.game_ask_slip_missing({ result, names: missing.join(", ") });
  return may(input, "hand_in_slip") ? m.game_ask_slip_hand_in({ result }) : m.game_ask_slip_differs({ result });
}

const over = (input: KnownTable): string => (may(input, "sign_slip") ? slip(input, input.ending) : input.ending);

/** An exchange, a pass or a lost turn that is to be written down. */
function closing(input: KnownTable): string {
  const recording = may(input, "record_move");
  const lost = input.outcome === "invalid" || input.outcome === "lost";
  if (!lost) return recording ? m.game_ask_closing_mine({ name: name(input) }) : m.game_ask_closing();
  const judged = input.outcome === "invalid" ? `${m.game_ask_invalid()} ${list(input)}` : "";
  const loss = isMine(input) ? m.game_ask_lost_mine() : m.game_ask_lost({ name: name(input) });
  return `${judged}${loss} ${recording ? m.game_ask_record_loss() : m.game_ask_closing()}`;
}

const handing = (input: KnownTable): string =>
  may(input, "start_clock") ? m.game_ask_handing_mine() : m.game_ask_handing({ name: name(input) });

const PHASES: Readonly<Record<string, (input: KnownTable) => string>> = {
  waiting: (input) =>
    may(input, "arrive") ? m.game_ask_arrive() : m.game_ask_waiting({ names: absentNames(input) }),
  choosing_starter: (input) =>
    may(input, "draw_start_tile") ? m.game_ask_start_mine() : m.game_ask_start(),
  choosing_place: (input) =>
    may(input, "choose_place") ? m.game_ask_place_mine() : m.game_ask_place({ name: name(input) }),
  dealing,
  thinking,
  laid,
  challenged,
  closing,
  handing_over: handing,
  inspecting: (input) =>
    may(input, "inspect_tiles") || may(input, "return_tiles")
      ? m.game_ask_inspecting_mine()
      : m.game_ask_inspecting(),
  settling: (input) => (may(input, "state_rack") ? m.game_ask_settling_mine() : m.game_ask_settling()),
  over,
};

/** The arbiter has been called. */
function called(input: KnownTable, seat: number): string {
  if (!may(input, "rule")) return m.game_ask_arbiter();
  const caller = input.context.names[seat - 1] ?? "";
  return input.why
    ? m.game_ask_arbiter_why({ name: caller, reason: input.why })
    : m.game_ask_arbiter_mine({ name: caller });
}

/** The game is put off until all are ready. */
function onBreak(input: KnownTable): string {
  if (may(input, "confirm", "resume")) return m.game_ask_break_mine();
  const ready = new Set(input.view.confirmed.filter(([, what]) => what === "resume").map(([seat]) => seat));
  const missing = input.context.names.filter((_, index) => !ready.has((index + 1) as Seat));
  return m.game_ask_break({ names: missing.join(", ") });
}

function interrupted(input: KnownTable): string | null {
  const { view } = input;
  if (view.interruption === null) return null;
  if (view.interruption.reason === "break" && view.interruption.awaiting) return onBreak(input);
  if (view.interruption.awaiting) return called(input, view.interruption.seat);
  return may(input, "start_clock") ? m.game_ask_interrupted_mine() : m.game_ask_interrupted();
}

/** The sentence that stands above the actions. */
export function prompt(input: PromptInput): string {
  const { view } = input;
  if (view === null) return m.game_ask_opening();
  const known: KnownTable = { ...input, view };
  if (view.phase !== "over") {
    const stopped = interrupted(known);
    if (stopped) return stopped;
    if (may(known, "return_to_board")) return m.game_ask_return();
    if (view.counting !== null) return m.game_ask_count();
    if (may(known, "confirm", "set") || may(known, "confirm", "clock")) return m.game_ask_check_set();
  }
  return PHASES[view.phase]?.(known) ?? m.game_ask_opening();
}

/** Whether the person has to act, so that a sound may say so. */
export const isAsked = ({ view, allowed }: Pick<PromptInput, "view" | "allowed">): boolean =>
  view !== null &&
  view.phase !== "over" &&
  (view.interruption?.awaiting === true && allowed.some(({ command }) => command === "rule") ||
    allowed.some(({ command }) => command === "lay_tiles" || command === "record_move" || command === "run_check"));
