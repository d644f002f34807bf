// The controller of one table: the person's tiles, the open action, the replay, over the state from the server.
import { begin, markedFaces, placement, type BoardState } from "$lib/board/state";
import { loadRack, restore, saveRack, syncWithServer } from "$lib/board/sync";
import { clearMarks } from "$lib/board/tileMoves";
import { lettersOf, type Layout, type TileSet } from "$lib/board/tiles";
import type { Command, GameEvent, Option, Refusal, View } from "$lib/wire/types";
import { actionOf, type Action, type ActionContext } from "./actions";
import type { TableState } from "./tableState.svelte";
import { keyOf, orderOptions, type OrderedOptions } from "./optionOrder";
import type { PromptInput } from "./prompt";
import { placementKey } from "./reduce";
import {
  boardAfter,
  interruptionReason,
  laidBy,
  lastMoveSquares,
  lastStep,
  isJudgedByList,
  outcomeOf,
  racksBefore,
  scoresAfter,
  unrecordedSquares,
} from "./replay";
import { settings } from "$lib/ui/settings.svelte";
import type { Context } from "./wording";

type Override = Extract<Command, { type: "override_verdict" }>;

/** A command on its way to the server, in words. */
interface PendingCommand {
  readonly text: string;
}

/** Phases in which the others decide on the move. */
const DECIDED_BY_OTHERS: ReadonlySet<string> = new Set(["laid", "challenged", "closing"]);
const FIRST_CHECKS: ReadonlySet<string> = new Set(["set", "clock", "equipment"]);
/** Of every rulebook; an event may change it. */
const RACK_SIZE = 7;
const NO_SQUARES: readonly string[] = [];

export class TableController {
  readonly table: TableState;
  /** The person's own tiles; `null` until board and tiles are known. */
  play = $state.raw<BoardState | null>(null);
  layout = $state.raw<Layout | null>(null);
  tileSet = $state.raw<TileSet | null>(null);
  /** After how many turns the board is shown; `null`: as it is. */
  replayed = $state<number | null>(null);
  /** The action whose form is open, by `keyOf`. */
  opened = $state<string | null>(null);
  pending = $state.raw<PendingCommand | null>(null);
  /** How many commands of the person the server has carried out since the page was opened. */
  done = $state(0);
  refusal = $state.raw<Refusal | null>(null);
  /** An override that would undo turns, until the arbiter has confirmed or dropped it. */
  undoing = $state.raw<{ readonly option: Option; readonly command: Override; readonly message: string } | null>(null);

  constructor(table: TableState) {
    this.table = table;
  }

  readonly context = $derived.by<Context>(() => ({
    names: this.view?.players ?? [],
    numbered: settings.numbered,
    tellsValues: this.tellsValues,
  }));

  /** The state from which `prompt` makes the sentence above the actions. */
  readonly promptInput = $derived.by<PromptInput>(() => ({
    view: this.view,
    allowed: this.allowed.filter((option) => !this.#isIdle(option)),
    context: this.context,
    outcome: outcomeOf(this.table.log),
    byList: isJudgedByList(this.table.log),
    why: interruptionReason(this.table.log),
    ending: this.table.ending,
  }));

  readonly allowed = $derived.by<readonly Option[]>(() => this.table.options?.allowed ?? []);
  readonly unrecorded = $derived.by(() => (this.view ? unrecordedSquares(this.view, this.table.log) : NO_SQUARES));
  readonly tentative = $derived.by<Record<string, string>>(() => (this.play ? placement(this.play) : {}));

  readonly ordered = $derived.by<OrderedOptions>(() => orderOptions(this.allowed, (option) => this.#isUrgent(option), (option) => this.#isIdle(option)));

  readonly actionContext = $derived.by<ActionContext | null>(() =>
    this.view && {
      view: this.view,
      letters: this.tileSet ? lettersOf(this.tileSet) : [],
      tentative: this.tentative,
      marked: this.play ? markedFaces(this.play) : [],
      numbered: settings.numbered,
      tellsValues: this.tellsValues,
    },
  );

  /** The board to be shown: the person's own, or, in a replay, an earlier one. */
  readonly shown = $derived.by<BoardState | null>(() => {
    if (!this.play || !this.view || this.replayed === null) return this.play;
    const { size, letters, cursor } = this.play;
    const board = boardAfter(this.view, this.replayed, this.unrecorded);
    return { ...begin({ size, letters, start: cursor.square }), board };
  });

  readonly lastMove = $derived.by<readonly string[]>(() => {
    if (!this.view) return NO_SQUARES;
    if (this.replayed === null) return lastMoveSquares(this.view, this.unrecorded);
    const turn = this.view.turns[this.replayed - 1];
    return turn ? Object.keys(laidBy(turn)) : NO_SQUARES;
  });

  /** The scores beside the board that is shown. */
  readonly shownScores = $derived.by<readonly number[]>(() => {
    if (!this.view) return [];
    return this.replayed === null ? (this.view.result?.final ?? this.view.scores) : scoresAfter(this.view, this.replayed);
  });

  /** Who has made the move that is shown; `null` outside a replay and at the beginning. */
  readonly shownMover = $derived.by<number | null>(() =>
    this.replayed === null ? null : (this.view?.turns[this.replayed - 1]?.seat ?? null),
  );

  /** The racks of the move that is shown, at the end those that are left; `null` while the game lasts. */
  readonly shownRacks = $derived.by<readonly string[] | null>(() => {
    if (this.view?.phase !== "over") return null;
    return this.replayed === null ? this.view.racks : racksBefore(this.view, this.replayed);
  });

  /** The score of the tentative tiles, where the table announces it. */
  readonly worth = $derived.by<number | null>(() => {
    const { weighed } = this.table;
    const key = placementKey(this.tentative);
    return key !== "" && weighed?.key === key ? weighed.points : null;
  });

  get view(): View | null {
    return this.table.view;
  }

  /** The person's seat; `null` beside the table. */
  get seat(): number | null {
    return typeof this.view?.viewer === "number" ? this.view.viewer : null;
  }

  /** Whether the table announces values itself, by the first event of the game. */
  get tellsValues(): boolean {
    return this.#setup?.steps.announce === true;
  }

  /** How the game was set up: its first event. */
  get #setup(): Extract<GameEvent, { type: "game_created" }> | null {
    const first: GameEvent | undefined = this.table.log[0]?.event;
    return first?.type === "game_created" ? first : null;
  }

  /** Whether the rack is there to choose tiles for an exchange. */
  get isExchanging(): boolean {
    return this.opened === "exchange_tiles" && this.view?.venue === "online";
  }

  mayLay = $derived.by(() => this.allowed.some(({ command }) => command === "lay_tiles"));

  setBoard(layout: Layout, tileSet: TileSet): void {
    this.layout = layout;
    this.tileSet = tileSet;
    const empty = begin({ size: layout.size, start: layout.start, letters: lettersOf(tileSet) });
    const saved = loadRack(this.table.place);
    this.play = saved ? restore(empty, saved) : empty;
    this.sync();
  }

  /** Take over what the server says about board and rack. */
  sync(): void {
    const before = this.play;
    if (before && this.view) this.play = syncWithServer(before, { board: this.view.board, rack: this.view.rack });
    // Tiles that were laid are no longer tentative: at a reload they must not come back.
    if (this.play && this.play !== before) saveRack(this.table.place, this.play);
    if (this.opened !== null && !this.allowed.some((option) => keyOf(option) === this.opened)) this.close();
  }

  change(next: BoardState): void {
    this.play = next;
    saveRack(this.table.place, next);
  }

  /** Show the board after so many turns, within the game; its last step is the game as it is. */
  replay(turns: number): void {
    if (this.view) this.replayed = turns >= lastStep(this.view) ? null : Math.max(0, turns);
  }

  open(option: Option): void {
    this.refusal = null;
    this.opened = keyOf(option);
  }

  close(): void {
    this.opened = null;
    if (this.play && this.play.marked.length > 0) this.play = clearMarks(this.play);
  }

  action(option: Option): Action | null {
    return this.actionContext && actionOf(option, this.actionContext);
  }

  /** Lay the tentative tiles, if that may be done now. */
  lay(): void {
    const option = this.allowed.find(({ command }) => command === "lay_tiles");
    const command = option && this.action(option)?.command({});
    if (option && command) void this.perform(option, command);
  }

  /** Send a command. The page changes nothing before the server answers. */
  async perform(option: Option, command: Command): Promise<void> {
    this.refusal = null;
    this.replayed = null;
    this.pending = { text: option.phrase };
    const { refused } = await this.table.send(command);
    this.pending = null;
    const undoes = refused?.reason === "turns_would_be_undone" && command.type === "override_verdict";
    this.undoing = undoes ? { option, command, message: refused.message } : null;
    this.refusal = undoes ? null : refused;
    if (refused !== null) return;
    this.done += 1;
    this.close();
  }

  /** Override the verdict although turns are undone. */
  undo(): void {
    const asked = this.undoing;
    if (asked) void this.perform(asked.option, { ...asked.command, undo: true });
  }

  /**
   * Drawing from a physical bag is possible at any time, words may be typed again until they are checked, a slip may be signed
   * again until it is handed in, and after that both may agree on other figures where the rulebook lets them; such an option
   * is not urgent.
   */
  #isUrgent({ command, choice }: Option): boolean {
    const slip = this.view?.slip;
    // While the opponent decides, the mover may start their clock if they dawdle: that is no next step.
    if (command === "start_clock" && this.seat !== null && this.view?.on_turn === this.seat) return !DECIDED_BY_OTHERS.has(this.view.phase);
    if (command === "confirm" && choice === "slip") return slip?.amended ?? false;
    if (command === "state_rack") return this.view?.phase === "settling" || (this.mayLay && this.#setup?.full_record === true);
    if (command === "type_words") return this.view?.typed.length === 0;
    if (command === "sign_slip") return !(String(this.seat) in (slip?.signed ?? {}));
    return !(command === "draw_tiles" && this.view?.venue === "table" && this.mayLay);
  }

  /**
   * A hand may go into a physical bag at any time: to a rack that is full it adds a tile too many. Set, clock and equipment may
   * be confirmed before any game, which waits for it only where it was agreed.
   */
  #isIdle({ command, choice }: Option): boolean {
    if (command === "confirm" && FIRST_CHECKS.has(choice)) return !(this.#setup?.checks ?? []).some((check) => check === choice);
    if (command !== "draw_tiles" || this.view?.venue !== "table" || this.seat === null) return false;
    const full = Number(this.view.changes["move.rack_size"] ?? RACK_SIZE);
    return (this.view.rack_counts[this.seat - 1] ?? 0) >= full;
  }
}
