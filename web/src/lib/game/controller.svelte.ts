// The controller of one table: the person's tiles, the open action, the replay, over the state from the server.
import { begin, markedFaces, placement, type BoardState } from "$lib/board/state";
import { loadRack, restore, saveRack, syncWithServer } from "$lib/board/sync";
import { clearMarks } from "$lib/board/tileMoves";
import { lettersOf, type Layout, type TileSet } from "$lib/board/tiles";
import type { Command, GameEvent, Option, Refusal, View } from "$lib/wire/types";
import { actionOf, type Action, type ActionContext } from "./actions";
import type { TableState } from "./tableState.svelte";
import { keyOf, orderOptions, type OrderedOptions } from "./optionOrder";
import { optionText } from "./phrases";
import type { PromptInput } from "./prompt";
import { placementKey } from "./reduce";
import { boardAfter, interruptionReason, laidBy, lastMoveSquares, outcomeOf, unrecordedSquares } from "./replay";
import { settings } from "$lib/ui/settings.svelte";
import type { Context } from "./wording";

/** A command on its way to the server, in words. */
interface PendingCommand {
  readonly text: string;
}

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
  refusal = $state.raw<Refusal | null>(null);

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
    allowed: this.allowed,
    context: this.context,
    outcome: outcomeOf(this.table.log),
    why: interruptionReason(this.table.log),
  }));

  readonly allowed = $derived.by<readonly Option[]>(() => this.table.options?.allowed ?? []);
  readonly unrecorded = $derived.by(() => (this.view ? unrecordedSquares(this.view, this.table.log) : NO_SQUARES));
  readonly tentative = $derived.by<Record<string, string>>(() => (this.play ? placement(this.play) : {}));

  readonly ordered = $derived.by<OrderedOptions>(() => orderOptions(this.allowed, (option) => this.#isUrgent(option)));

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
    const first: GameEvent | undefined = this.table.log[0]?.event;
    return first?.type === "game_created" && first.steps.announce;
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
    const saved = loadRack(localStorage, this.table.id);
    this.play = saved ? restore(empty, saved) : empty;
    this.sync();
  }

  /** Take over what the server says about board and rack. */
  sync(): void {
    const before = this.play;
    if (before && this.view) this.play = syncWithServer(before, { board: this.view.board, rack: this.view.rack });
    // Tiles that were laid are no longer tentative: at a reload they must not come back.
    if (this.play && this.play !== before) saveRack(localStorage, this.table.id, this.play);
    if (this.opened !== null && !this.allowed.some((option) => keyOf(option) === this.opened)) this.close();
  }

  change(next: BoardState): void {
    this.play = next;
    saveRack(localStorage, this.table.id, next);
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
    this.pending = { text: optionText(option, this.context.names) };
    const { refused } = await this.table.send(command);
    this.pending = null;
    this.refusal = refused;
    if (refused === null) this.close();
  }

  /**
   * Drawing from a physical bag is possible at any time, words may be typed again until they are checked, a slip may be signed
   * again until it is handed in, and after that both may agree on other figures where the rulebook lets them; such an option
   * is not urgent.
   */
  #isUrgent({ command, choice }: Option): boolean {
    const slip = this.view?.slip;
    if (command === "confirm" && choice === "slip") return slip?.amended ?? false;
    if (command === "type_words") return this.view?.typed.length === 0;
    if (command === "sign_slip") return !(String(this.seat) in (slip?.signed ?? {}));
    return !(command === "draw_tiles" && this.view?.venue === "table" && this.mayLay);
  }
}
