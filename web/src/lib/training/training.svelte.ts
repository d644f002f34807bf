// A training game of one person: kept on this device, moves of the kernel, and why something is not possible.
import { AnalysisError, type AnalysisFault, type Analyst, type Progress } from "../analysis/analyst";
import type { Move } from "../analysis/moves";
import { analystOf, equip, serverReason, type Equipment, type ServerReason } from "../analysis/offer";
import { isPlaying } from "../analysis/playing";
import { levelMove } from "../analysis/serverAnalyst";
import { measured, type LaidFault } from "../analysis/scoring";
import type { Face, Placement } from "../board/tiles";
import { WordsError, type WordFinder, type WordsFault } from "../words/finder";
import { askWords } from "../words/lists";
import { WorkerWords } from "../words/workerWords";
import type { PageLevel } from "../wire/api";
import { ApiError } from "../wire/http";
import { onDevice } from "../storage/texts";
import { GAME, begun, laidBy, mayExchange, played, positionOf, type Side, type TrainingGame, type TrainingLevel } from "./game";
import { LOOKED_AT, chosenMove } from "./levels";

const KEY = "mostek-training";
/** The deals of a move by simulation. */
const DEALS = 128;

/** Why a move of the person does not lie: tiles, words, or nobody could say. */
export type MoveRefusal =
  | { readonly kind: "laid"; readonly fault: LaidFault }
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "search"; readonly fault: unknown };

export class TrainingController {
  equipment = $state.raw<Equipment | null>(null);
  progress = $state<Progress>("loading");
  /** Why the server plays and not the page; null while the page does. */
  reason = $state<ServerReason | null>(null);
  game = $state.raw<TrainingGame | null>(null);
  busy = $state(false);
  /** Why the kernel does not move. */
  fault = $state.raw<{ readonly kind: AnalysisFault; readonly detail: string } | null>(null);

  #analyst: Analyst | null = null;
  /** Who knows the common words, of which a weaker level knows a share. */
  #common: WordFinder | null = null;
  /** The weaker levels, the weakest first. */
  readonly levels = $derived<readonly PageLevel[]>(this.equipment?.offer.levels ?? []);
  readonly isMine = $derived(this.game !== null && this.game.end === null && this.game.onTurn === 0 && !this.busy);
  readonly mayExchange = $derived(this.game !== null && mayExchange(this.game));

  /** Rejects if nothing was ever loaded and the server cannot be reached. */
  async open(): Promise<void> {
    this.equipment = await equip();
    this.reason = serverReason(this.equipment);
    this.#analyst = analystOf(this.equipment, (progress) => (this.progress = progress));
    if (this.#analyst.place === "server") this.progress = "ready";
    this.game = onDevice.value(KEY, GAME);
    if (this.game) await this.goOn();
  }

  close(): void {
    this.#analyst?.close();
    this.#common?.close();
  }

  async begin(level: TrainingLevel, first: Side): Promise<void> {
    if (!this.equipment || !(await this.#isAllowed())) return;
    this.#show(begun(this.equipment.set, level, first, random));
    await this.goOn();
  }

  /** Lay tiles; the answer says why they do not lie. */
  async lay(laid: Placement): Promise<MoveRefusal | null> {
    const { game, equipment } = this;
    if (!game || !equipment || !this.isMine) return null;
    const play = measured(game.board, laid, equipment.layout, equipment.set);
    if (typeof play === "string") return { kind: "laid", fault: play };
    this.busy = true;
    try {
      const { lexicon, edition } = equipment.offer;
      const unknown = await askWords(`${lexicon}@${edition}`, (finder) => finder.unknown(play.words));
      if (unknown.length > 0) return { kind: "words", words: unknown };
    } catch (fault) {
      return { kind: "search", fault };
    } finally {
      this.busy = false;
    }
    if (this.game === game) await this.#make(play.move);
    return null;
  }

  async exchange(faces: readonly Face[]): Promise<void> {
    if (this.isMine && this.mayExchange && faces.length > 0) await this.#make({ kind: "exchange", faces });
  }

  async pass(): Promise<void> {
    if (this.isMine) await this.#make({ kind: "pass" });
  }

  /** Let the kernel move, if it is on turn; also again after it could not. */
  async goOn(): Promise<void> {
    const game = this.game;
    if (!game || game.end || game.onTurn === 0 || this.busy) return;
    this.busy = true;
    const move = await this.#answer(game).finally(() => (this.busy = false));
    // Another game may have begun meanwhile, as by a second press of the button: its kernel was not called while this one thought.
    if (this.game !== game) await this.goOn();
    else if (move) await this.#make(move);
  }

  async #make(move: Move): Promise<void> {
    if (!this.game || !this.equipment) return;
    this.#show(played(this.game, move, this.equipment.set, random));
    await this.goOn();
  }

  async #answer(game: TrainingGame): Promise<Move | null> {
    const analyst = this.#analyst;
    if (!analyst || !(await this.#isAllowed())) return null;
    const position = positionOf(game);
    const level = this.levels.find(({ name }) => game.level === `level ${name}`);
    try {
      if (level) return await this.#moveOf(level, analyst, game);
      let best = (await analyst.best(position, 1))[0]?.move ?? ({ kind: "pass" } as const);
      if (game.level === "simulation") {
        await analyst.simulate(position, DEALS, new AbortController().signal, (found) => (best = found[0]?.move ?? best));
      }
      return best;
    } catch (fault) {
      if (fault instanceof WordsError) this.fault = { kind: faultOfWords(fault.fault), detail: "" };
      else if (fault instanceof AnalysisError) this.fault = { kind: fault.fault, detail: fault.detail };
      else if (fault instanceof ApiError) this.fault = { kind: "refused", detail: fault.detail };
      else throw fault;
      return null;
    }
  }

  /** The move of a weaker level: the page chooses, or the server where it also finds the moves. */
  async #moveOf(level: PageLevel, analyst: Analyst, game: TrainingGame): Promise<Move> {
    const { offer, layout, set } = this.equipment as Equipment;
    const position = positionOf(game);
    if (analyst.place === "server" || !offer.common || offer.kernel === null) return levelMove(position, offer.lexicon, level.name);
    const { lexicon, hash, words } = offer.common;
    const common = (this.#common ??= new WorkerWords({ lexicon, hash, sources: { kernel: offer.kernel, words } }, set, () => undefined));
    return chosenMove(level, await analyst.best(position, LOOKED_AT), {
      words: (play) => {
        const made = measured(game.board, laidBy(play), layout, set);
        return typeof made === "string" ? [] : made.words;
      },
      unknown: (asked) => common.unknown(asked),
      random,
    });
  }

  /** Nobody trains with the kernel while a game of theirs is in progress, or might be. */
  async #isAllowed(): Promise<boolean> {
    this.fault = null;
    const playing = await isPlaying();
    if (playing !== "no") this.fault = { kind: playing === "yes" ? "playing" : "unsure", detail: "" };
    return playing === "no";
  }

  giveUp(): void {
    this.#show(null);
  }

  #show(game: TrainingGame | null): void {
    this.game = game;
    this.fault = null;
    if (game) onDevice.keepValue(KEY, game);
    else onDevice.forget(KEY);
  }
}

const FAULTS: readonly AnalysisFault[] = ["memory", "damaged", "playing", "unsure", "unreachable", "refused"];

/** A level that cannot look up its words cannot move; the page says it as of the kernel. */
function faultOfWords({ kind }: WordsFault): AnalysisFault {
  return FAULTS.find((fault) => fault === kind) ?? "crashed";
}

/** The bag is drawn by the generator of the browser that nobody can foresee. */
const random = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32;
