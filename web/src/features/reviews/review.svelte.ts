// A review while one looks at it: it is asked for, grows, and shows one turn and one of its moves.
import type { Placement } from "$lib/board/tiles";
import { reviews, type Candidate, type Depth, type GameReview, type ReviewAnswer, type TurnReview } from "$lib/wire/reviews";
import { changesOf, type Changes } from "./changes";
import { boardIn, finalBoard, readMove, type ReadMove } from "./position";

/** The milliseconds between two looks: soon while nothing is there, later while it only deepens. */
const SOON = 350;
const LATER = 1000;
/** After the net has failed. */
const AGAIN = 4000;

const EMPTY: Placement = {};

export class Review {
  answer = $state.raw<ReviewAnswer | null>(null);
  /** The review as far as it has come. */
  game = $state.raw<GameReview | null>(null);
  changes = $state.raw<Changes>({});
  /** An error that ended the looking; the page turns it into a sentence. */
  fault = $state.raw<unknown>(null);
  depth = $state<Depth>("normal");
  /** After how many turns the board is shown: the turn that is looked at is the next one. */
  at = $state(0);
  /** Which of the best moves lies on the board; null is the move that was played. */
  chosen = $state<number | null>(null);
  /** Whether a turn was judged anew alone: the figures of the players are those of the whole review. */
  hasDeepened = $state(false);
  readonly #deepened: Record<number, TurnReview> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #asked: Depth | null = null;

  readonly last = $derived(this.game?.turns.length ?? 0);
  readonly turn = $derived<TurnReview | null>(this.game?.turns[this.at] ?? null);
  readonly shown = $derived<Candidate | null>(
    this.chosen === null ? (this.turn?.played ?? null) : (this.turn?.best[this.chosen] ?? null),
  );
  readonly move = $derived<ReadMove>(readMove(this.shown?.move ?? (this.chosen === null ? (this.turn?.move ?? "") : "")));
  readonly board = $derived<Placement>(
    this.turn ? boardIn(this.turn.position) : this.game ? finalBoard(this.game.board) : EMPTY,
  );
  readonly isWorking = $derived(
    this.answer === null || this.answer.stage === "waiting" || this.answer.stage === "running",
  );

  constructor(readonly id: string) {}

  /** Look at the review, and ask for it if nobody has. */
  open(depth: Depth = this.depth): void {
    this.depth = depth;
    this.fault = null;
    void this.#look();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Stop the work; what is there stays. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await reviews.cancel(this.id, this.depth);
    if (this.answer) this.answer = { ...this.answer, stage: "none" };
  }

  /** Go on where the work was stopped. */
  resume(): void {
    this.#asked = null;
    this.open();
  }

  /** Show the game after so many turns. */
  goTo(turn: number): void {
    const next = Math.min(this.last, Math.max(0, turn));
    if (next !== this.at) this.chosen = null;
    this.at = next;
  }

  /** Lay one of the best moves on the board, or with null the one that was played. */
  choose(place: number | null): void {
    const count = this.turn?.best.length ?? 0;
    this.chosen = place === null || count === 0 ? null : Math.min(count - 1, Math.max(0, place));
  }

  /** The next move down or up the list; above the best stands the one that was played. */
  step(by: number): void {
    const from = this.chosen ?? -1;
    const to = from + by;
    this.choose(to < 0 ? null : to);
  }

  /** Lay the best move; once more, and the one that was played comes back. */
  playBest(): void {
    this.choose(this.chosen === 0 ? null : 0);
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    let wait = LATER;
    try {
      const seen = this.answer?.depth === this.depth ? this.answer.version : 0;
      let next = await reviews.show(this.id, this.depth, seen);
      if (next.stage === "none" && this.#asked !== this.depth) {
        this.#asked = this.depth;
        next = await reviews.ask(this.id, this.depth);
      }
      if (this.#isClosed) return;
      this.#take(next);
      if (!this.isWorking) return;
      wait = this.game === null ? SOON : LATER;
    } catch (fault) {
      if (this.#isClosed) return;
      if (!isPassing(fault)) {
        this.fault = fault;
        return;
      }
      wait = AGAIN;
    }
    this.#timer = setTimeout(() => void this.#look(), wait);
  }

  /** Take over the deeper verdict on one turn: it says what it has changed, and stays until the whole review is as deep. */
  takeTurn(turn: TurnReview): void {
    if (!this.game) return;
    this.#deepened[turn.turn] = turn;
    this.hasDeepened = true;
    const next = this.#withDeepened(this.game);
    this.changes = changesOf(this.game, next, this.changes);
    this.game = next;
  }

  /** A review with the turns that were judged anew; their luck is that of the whole review. */
  #withDeepened(game: GameReview): GameReview {
    const turns = game.turns.map((turn) => {
      const deeper = this.#deepened[turn.turn];
      return deeper && turn.depth !== "deep" ? { ...deeper, luck: turn.luck } : turn;
    });
    return { ...game, turns };
  }

  #take(next: ReviewAnswer): void {
    this.answer = next;
    if (next.review === null) return;
    next = { ...next, review: this.#withDeepened(next.review) };
    if (next.review === null) return;
    // A deeper review that begins anew is no step back: until it knows more, the one before stays.
    if (this.game?.is_complete && !next.review.is_complete && next.review.turns.some((turn) => turn.depth === "static")) return;
    this.changes = changesOf(this.game, next.review, this.changes);
    this.game = next.review;
  }
}

/** Whether another try may succeed by itself: the net, a busy server. */
function isPassing(fault: unknown): boolean {
  const status: unknown = typeof fault === "object" && fault !== null ? Reflect.get(fault, "status") : undefined;
  return status === 0 || status === 429 || status === 502;
}
