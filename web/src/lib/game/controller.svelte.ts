// What one person does at a table: their tiles, the action that is being taken, the replay; over what the server has told.
import { begin, markedFaces, placement, type BoardState } from "$lib/board/state";
import { reconcile, recollect, store, stored } from "$lib/board/sync";
import { clearMarks } from "$lib/board/tileMoves";
import { lettersOf, type Layout, type TileSet } from "$lib/board/tiles";
import type { Command, GameEvent, Option, Refusal, View } from "$lib/wire/types";
import { deedOf, type Deed, type Situation } from "./actions";
import type { TableState } from "./tableState.svelte";
import { keyOf, offer, type Offer } from "./optionOrder";
import { outcomeOf, whyInterrupted } from "./outcome";
import { phrase } from "./phrases";
import type { Standing } from "./prompt";
import { placementKey } from "./reduce";
import { boardAfter, lastMove, laidBy, pendingSquares } from "./replay";
import { settings } from "$lib/ui/settings.svelte";
import type { Context } from "./telling/context";

/** A command on its way: what it is called, and whether the server has answered. */
export interface Underway {
  readonly text: string;
}

const NO_SQUARES: readonly string[] = [];

export class Desk {
  readonly table: TableState;
  /** The person's own tiles; `null` until board and tiles are known. */
  play = $state.raw<BoardState | null>(null);
  layout = $state.raw<Layout | null>(null);
  tileSet = $state.raw<TileSet | null>(null);
  /** After how many turns the board is shown; `null`: as it is. */
  replayed = $state<number | null>(null);
  /** The action whose form is open, by `keyOf`. */
  opened = $state<string | null>(null);
  underway = $state.raw<Underway | null>(null);
  refusal = $state.raw<Refusal | null>(null);

  constructor(table: TableState) {
    this.table = table;
  }

  readonly context = $derived.by<Context>(() => ({
    names: this.view?.players ?? [],
    numbered: settings.numbered,
    tellsValues: this.tellsValues,
    lexicon: this.view?.lexicon ? `${this.view.lexicon[0]} ${this.view.lexicon[1]}` : null,
  }));

  /** What the sentence above the actions is read off. */
  readonly standing = $derived.by<Standing>(() => ({
    view: this.view,
    allowed: this.allowed,
    context: this.context,
    outcome: outcomeOf(this.table.log),
    why: whyInterrupted(this.table.log),
  }));

  readonly allowed = $derived.by<readonly Option[]>(() => this.table.options?.allowed ?? []);
  readonly pending = $derived.by(() => (this.view ? pendingSquares(this.view, this.table.log) : NO_SQUARES));
  readonly tentative = $derived.by<Record<string, string>>(() => (this.play ? placement(this.play) : {}));

  readonly offer = $derived.by<Offer>(() => offer(this.allowed, (option) => this.#isUrgent(option)));

  readonly situation = $derived.by<Situation | null>(() =>
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
    const board = boardAfter(this.view, this.replayed, this.pending);
    return { ...begin({ size, letters, start: cursor.square }), board };
  });

  readonly marked = $derived.by<readonly string[]>(() => {
    if (!this.view) return NO_SQUARES;
    if (this.replayed === null) return lastMove(this.view, this.pending);
    const turn = this.view.turns[this.replayed - 1];
    return turn ? Object.keys(laidBy(turn)) : NO_SQUARES;
  });

  /** What the tentative tiles are worth, where the table tells it. */
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

  /** Whether the table tells values by itself, as the first event of the game says. */
  get tellsValues(): boolean {
    const first: GameEvent | undefined = this.table.log[0]?.event;
    return first?.type === "game_created" && first.steps.announce;
  }

  /** Whether the rack is there to choose tiles for an exchange. */
  get isExchanging(): boolean {
    return this.opened === "exchange_tiles" && this.view?.venue === "online";
  }

  mayLay = $derived.by(() => this.allowed.some(({ command }) => command === "lay_tiles"));

  furnish(layout: Layout, tileSet: TileSet): void {
    this.layout = layout;
    this.tileSet = tileSet;
    const empty = begin({ size: layout.size, start: layout.start, letters: lettersOf(tileSet) });
    const kept = stored(localStorage, this.table.id);
    this.play = kept ? recollect(empty, kept) : empty;
    this.follow();
  }

  /** Take over what the server says about board and rack. */
  follow(): void {
    const before = this.play;
    if (before && this.view) this.play = reconcile(before, { board: this.view.board, rack: this.view.rack });
    // Tiles that were laid are no longer tentative: at a reload they must not come back.
    if (this.play && this.play !== before) store(localStorage, this.table.id, this.play);
    if (this.opened !== null && !this.allowed.some((option) => keyOf(option) === this.opened)) this.close();
  }

  change(next: BoardState): void {
    this.play = next;
    store(localStorage, this.table.id, next);
  }

  open(option: Option): void {
    this.refusal = null;
    this.opened = keyOf(option);
  }

  close(): void {
    this.opened = null;
    if (this.play && this.play.marked.length > 0) this.play = clearMarks(this.play);
  }

  deed(option: Option): Deed | null {
    return this.situation && deedOf(option, this.situation);
  }

  /** Lay the tentative tiles, if that may be done now. */
  lay(): void {
    const option = this.allowed.find(({ command }) => command === "lay_tiles");
    const command = option && this.deed(option)?.command({});
    if (option && command) void this.perform(option, command);
  }

  /** Give a command. Until the server has answered nothing of it is taken as done. */
  async perform(option: Option, command: Command): Promise<void> {
    this.refusal = null;
    this.replayed = null;
    this.underway = { text: phrase(option, this.context.names) };
    const { refused } = await this.table.send(command);
    this.underway = null;
    this.refusal = refused;
    if (refused === null) this.close();
  }

  /**
   * A hand may go into a physical bag at any time, words may be typed again until they are checked, a slip may be signed
   * anew until it is handed in, and after that both may agree on other figures where the rulebook lets them; then it is
   * nothing to be urged.
   */
  #isUrgent({ command, choice }: Option): boolean {
    const slip = this.view?.slip;
    if (command === "confirm" && choice === "slip") return slip?.amended ?? false;
    if (command === "type_words") return this.view?.typed.length === 0;
    if (command === "sign_slip") return !(String(this.seat) in (slip?.signed ?? {}));
    return !(command === "draw_tiles" && this.view?.venue === "table" && this.mayLay);
  }
}
