// One turn that a person wants judged anew: by the kernel of the page, or by the server where the page cannot.
import { AnalysisError, type AnalysisFault, type Analyst, type Progress } from "$lib/analysis/analyst";
import { analystOf, equip, type Equipment } from "$lib/analysis/offer";
import { isPlaying } from "$lib/analysis/playing";
import { readPosition } from "$lib/analysis/position";
import { reviews, type GameReview, type ReviewAnswer, type TurnReview } from "$lib/wire/reviews";
import { canDeepen, deepened } from "./deepening";

/** The milliseconds between two looks at the server. */
const LATER = 1000;
const DEPTH = "deep";
/** The tiles of the bag from which the kernel of the page exchanges. */
const EXCHANGE_FROM = 7;

/** Whether a turn can be looked at more deeply: nothing of it is proved, and it was judged. */
export const isOpen = (turn: TurnReview): boolean =>
  turn.depth !== DEPTH && turn.played !== null && (turn.basis === "simulation" || turn.basis === "equity");

export class TurnDeepening {
  /** The turn that is worked on. */
  turn = $state<number | null>(null);
  /** The share of the work that is done; null as long as it is not known. */
  share = $state<number | null>(null);
  /** Who works: the page, or the server. */
  place = $state<"page" | "server">("page");
  fault = $state.raw<{ readonly kind: AnalysisFault; readonly detail: string } | null>(null);
  #equipment: Promise<Equipment> | null = null;
  #analyst: Analyst | null = null;
  #stopping = new AbortController();

  constructor(
    private readonly id: string,
    private readonly take: (turn: TurnReview) => void,
  ) {}

  /** Judge a turn anew; the verdict is handed over when it is there. */
  async deepen(game: GameReview, answer: ReviewAnswer, turn: TurnReview): Promise<void> {
    if (this.turn !== null) return;
    const stopping = (this.#stopping = new AbortController());
    [this.turn, this.share, this.fault] = [turn.turn, null, null];
    try {
      const found = (await this.#byPage(game, answer, turn, stopping.signal)) ?? (await this.#byServer(turn, stopping.signal));
      if (found && !stopping.signal.aborted) this.take(found);
    } catch (fault) {
      if (!(fault instanceof AnalysisError)) throw fault;
      this.fault = { kind: fault.fault, detail: fault.detail };
    } finally {
      if (this.#stopping === stopping) this.turn = null;
    }
  }

  stop(): void {
    this.#stopping.abort();
    this.turn = null;
  }

  close(): void {
    this.stop();
    this.#analyst?.close();
    this.#analyst = null;
  }

  /** Null where the page cannot: the server has to do it, unless it was stopped. */
  async #byPage(game: GameReview, answer: ReviewAnswer, turn: TurnReview, signal: AbortSignal): Promise<TurnReview | null> {
    if (!canDeepen(turn, answer.deep) || answer.deep.exchange_from !== EXCHANGE_FROM) return null;
    const equipment = await (this.#equipment ??= equip()).catch(() => null);
    if (equipment === null || equipment.offer.hash !== game.lexicon_hash || equipment.set.name !== game.tile_set) return null;
    const analyst = this.#opened(equipment);
    const judge = analyst.judge?.bind(analyst);
    if (!judge) return null;
    const playing = await isPlaying();
    if (playing !== "no") throw new AnalysisError(playing === "yes" ? "playing" : "unsure");
    this.place = "page";
    const how = { depth: DEPTH, effort: answer.deep, seed: game.seed, chance: answer.lost_chance, points: answer.lost_points, set: equipment.set } as const;
    try {
      return await deepened(turn, readPosition(turn.position, equipment.set), how, (judging) => judge(judging, signal, (share) => (this.share = share)));
    } catch (fault) {
      // The kernel could not: it has too little memory, or the play cannot lie there. The server can.
      if (fault instanceof AnalysisError && fault.fault !== "unreachable") return null;
      throw fault;
    }
  }

  #opened(equipment: Equipment): Analyst {
    return (this.#analyst ??= analystOf(equipment, (progress: Progress) => {
      if (progress !== "ready") this.share = null;
    }));
  }

  async #byServer(turn: TurnReview, signal: AbortSignal): Promise<TurnReview | null> {
    if (signal.aborted) return null;
    [this.place, this.share] = ["server", null];
    let answer = await reviews.ask(this.id, DEPTH, turn.turn);
    while (answer.stage === "waiting" || answer.stage === "running") {
      await new Promise((resolve) => setTimeout(resolve, LATER));
      if (signal.aborted) {
        await reviews.cancel(this.id, DEPTH, turn.turn);
        return null;
      }
      answer = await reviews.show(this.id, DEPTH, 0, turn.turn);
    }
    if (answer.stage !== "done") throw new AnalysisError("refused", answer.failure ?? "");
    return answer.review?.turns[turn.turn] ?? null;
  }
}
