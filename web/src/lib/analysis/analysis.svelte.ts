// An analysis as one person does it: tree of positions, and whoever answers.
import type { Placement } from "../board/tiles";
import { AnalysisError, type AnalysisFault, type Analyst, type Progress } from "./analyst";
import { isGcg, readGcg, GcgError, COMMENT, type GcgFault } from "./gcg";
import { pack, unpack, LinkError } from "./link";
import type { Candidate, Move } from "./moves";
import { analystOf, equip, serverReason, type Equipment, type ServerReason } from "./offer";
import { isPlaying } from "./playing";
import { PositionError, isOver, readPosition, withDraw, withRack, type AnalysisPosition, type PositionFault } from "./position";
import { measured, type LaidFault } from "./scoring";
import { ServerAnalyst, levelMove } from "./serverAnalyst";
import { end, isFirstPlayer, next, play, promote, remove, root, sibling, top, withPosition, type TreeNode } from "./tree";

/** The moves that are shown. */
const COUNT = 10;
/** The deals after which a simulation ends, and those of an opponent who simulates. */
const [DEALS, OPPONENT_DEALS] = [1024, 128];

/** Who answers the person's moves: nobody, the page's own kernel, or a level of the server by its name. */
export type Opponent = "" | "equity" | "simulation" | `level ${string}`;

/** Why a text is no position, no game, or a link is damaged. */
export type WrongText = PositionFault | GcgFault | { readonly kind: "link"; readonly position: number };

export class AnalysisController {
  equipment = $state.raw<Equipment | null>(null);
  progress = $state<Progress>("loading");
  /** Why the server answers; null while the page does. */
  reason = $state<ServerReason | null>(null);
  node = $state.raw<TreeNode | null>(null);
  /** Grows with each change of the tree, whose nodes are not watched one by one. */
  version = $state(0);
  names = $state.raw<readonly [string, string]>(["", ""]);
  opponent = $state<Opponent>("");
  found = $state.raw<readonly Candidate[]>([]);
  /** The number of the move that is shown on the board. */
  chosen = $state(0);
  busy = $state(false);
  deepening = $state(false);
  /** Why a text is no position. */
  wrong = $state.raw<WrongText | null>(null);
  /** Why there is no answer, and the sentence of the server if it was the server. */
  fault = $state.raw<{ readonly kind: AnalysisFault; readonly detail: string } | null>(null);

  #analyst: Analyst | null = null;
  #stopping = new AbortController();
  #question = 0;

  /** The first position. */
  readonly top = $derived(this.version >= 0 && this.node ? top(this.node) : null);
  readonly isOver = $derived(this.version >= 0 && this.node !== null && this.equipment !== null && isOver(this.node.position, this.equipment.set));

  /** Rejects if nothing was ever loaded and the server cannot be reached. */
  async open(): Promise<void> {
    this.equipment = await equip();
    this.reason = serverReason(this.equipment);
    this.#analyst = analystOf(this.equipment, (progress) => (this.progress = progress));
    if (this.#analyst.place === "server") this.progress = "ready";
    await this.#refused();
  }

  close(): void {
    this.stop();
    this.#analyst?.close();
  }

  /** Begin with a line of CGP or a game as GCG. Resolves with whether the text was either. */
  async read(text: string): Promise<boolean> {
    const equipment = this.equipment;
    if (!equipment) return false;
    const { set, layout } = equipment;
    return this.#show(() => {
      if (!isGcg(text)) return root(readPosition(text, set));
      const game = readGcg(text, layout, set);
      this.names = game.names;
      return game.root;
    });
  }

  /** Begin with what a link holds. */
  async openLink(fragment: string): Promise<boolean> {
    const equipment = this.equipment;
    if (!equipment) return false;
    try {
      const first = await unpack(fragment, equipment.layout, equipment.set);
      return await this.#show(() => first);
    } catch (fault) {
      if (!(fault instanceof LinkError)) throw fault;
      this.wrong = { kind: "link", position: fault.position };
      return false;
    }
  }

  /** The fragment of a link to this analysis; null if it is too large for one. */
  async link(): Promise<string | null> {
    return this.top && pack(this.top);
  }

  /** Begin with a position that was set up. */
  begin(position: AnalysisPosition): Promise<boolean> {
    return this.#show(() => root(position));
  }

  /** Go on with another rack; throws what is wrong with it. */
  setRack(text: string): Promise<boolean> {
    return this.#showHere((position, { set }) => withRack(position, text, set));
  }

  /** Fill the rack of the player on turn by chance. */
  draw(): Promise<boolean> {
    return this.#showHere((position, { set }) => withDraw(position, set, Math.random));
  }

  choose(number: number): void {
    if (this.found.length > 0) this.chosen = Math.min(Math.max(number, 0), this.found.length - 1);
  }

  /** Make the chosen move. */
  async play(number = this.chosen): Promise<void> {
    const candidate = this.found[number];
    if (candidate) await this.make(candidate.move);
  }

  /** Make any move, and let the opponent answer. */
  async make(move: Move): Promise<void> {
    const { node } = this;
    if (!node || this.isOver) return;
    await this.#show(() => play(node, move));
    await this.#respond();
  }

  /** Lay tiles; the answer says why they are no play. */
  async lay(laid: Placement): Promise<LaidFault | null> {
    const { node, equipment } = this;
    if (!node || !equipment) return null;
    const play = measured(node.position.board, laid, equipment.layout, equipment.set);
    if (typeof play === "string") return play;
    await this.make(play.move);
    return null;
  }

  goTo(node: TreeNode | null | undefined): void {
    if (node && node !== this.node) void this.#show(() => node);
  }

  readonly back = (): void => this.goTo(this.node?.parent);
  readonly forward = (): void => this.goTo(this.node && next(this.node));
  readonly first = (): void => this.goTo(this.top);
  readonly last = (): void => this.goTo(this.node && end(this.node));
  readonly other = (by: number): void => this.goTo(this.node && sibling(this.node, by));

  comment(text: string): void {
    if (!this.node) return;
    this.node.comment = text.slice(0, COMMENT);
    this.version += 1;
  }

  /** Take the move that led here, and what follows it, out of the tree. */
  async remove(): Promise<void> {
    const { node } = this;
    if (node?.parent) await this.#show(() => remove(node));
  }

  promote(): void {
    if (this.node?.parent) promote(this.node);
    this.version += 1;
  }

  /** Compare the moves by simulation, until it is deep enough or stopped. */
  async deepen(): Promise<void> {
    const [node, analyst] = [this.node, this.#analyst];
    if (!node || !analyst || this.deepening || this.busy || this.found.length === 0) return;
    const stopping = (this.#stopping = new AbortController());
    this.deepening = true;
    await this.#asked(async () => {
      if (await this.#refused()) return;
      await analyst.simulate(node.position, DEALS, stopping.signal, (found) => this.#take(node, found));
    });
    if (this.#stopping === stopping) this.deepening = false;
  }

  stop(): void {
    this.#stopping.abort();
    this.deepening = false;
  }

  #showHere(change: (position: AnalysisPosition, equipment: Equipment) => AnalysisPosition): Promise<boolean> {
    const { node, equipment } = this;
    if (!node || !equipment) return Promise.resolve(false);
    return this.#show(() => withPosition(node, change(node.position, equipment)));
  }

  async #show(further: () => TreeNode): Promise<boolean> {
    this.stop();
    this.wrong = null;
    try {
      this.node = further();
    } catch (fault) {
      if (!(fault instanceof PositionError || fault instanceof GcgError)) throw fault;
      this.wrong = fault.fault;
      return false;
    }
    const { node } = this;
    for (let at = node; at.parent; at = at.parent) at.parent.seen = at;
    this.version += 1;
    this.found = node.found ?? [];
    this.chosen = 0;
    if (node.found === null && node.position.rack.length > 0 && !this.isOver) await this.#analyse(node);
    return true;
  }

  async #analyse(node: TreeNode): Promise<void> {
    const question = (this.#question += 1);
    this.busy = true;
    await this.#asked(async () => {
      if (await this.#refused()) return;
      const found = await this.#analyst?.best(node.position, COUNT);
      if (found && this.node === node) this.#take(node, found);
    });
    if (question === this.#question) this.busy = false;
  }

  /** The opponent draws and moves, and the person draws. */
  async #respond(): Promise<void> {
    const { opponent, equipment } = this;
    if (opponent === "" || !equipment || this.isOver) return;
    await this.draw();
    const asked = this.node;
    const move = asked && (await this.#answer(asked, opponent));
    if (!move || this.node !== asked) return;
    await this.#show(() => play(asked, move));
    if (!this.isOver) await this.draw();
  }

  async #answer({ position }: TreeNode, opponent: Opponent): Promise<Move | null> {
    const lexicon = this.equipment?.offer.lexicon ?? "";
    let best: Move | null = this.found[0]?.move ?? null;
    if (opponent === "equity") return best;
    this.busy = true;
    await this.#asked(async () => {
      if (await this.#refused()) best = null;
      else if (opponent === "simulation") {
        await this.#analyst?.simulate(position, OPPONENT_DEALS, new AbortController().signal, (found) => (best = found[0]?.move ?? best));
      } else best = await levelMove(position, lexicon, opponent.slice("level ".length));
    });
    this.busy = false;
    return this.fault ? null : best;
  }

  /** Nobody analyses while a game of theirs is in progress, or might be. */
  async #refused(): Promise<boolean> {
    const playing = await isPlaying();
    if (playing !== "no") this.fault = { kind: playing === "yes" ? "playing" : "unsure", detail: "" };
    return playing !== "no";
  }

  /** Take over what was found; the chosen move stays chosen where it now stands. */
  #take(node: TreeNode, found: readonly Candidate[]): void {
    if (this.node !== node || found.length === 0) return;
    const chosen = JSON.stringify(this.found[this.chosen]?.move);
    // A simulation knows no static equity: it is what was found before.
    const equities = Object.fromEntries(this.found.map(({ move, equity }) => [JSON.stringify(move), equity]));
    this.found = found.map((each) => (each.simulated ? { ...each, equity: equities[JSON.stringify(each.move)] ?? each.equity } : each));
    node.found = this.found;
    const at = this.found.findIndex(({ move }) => JSON.stringify(move) === chosen);
    this.chosen = Math.max(at, 0);
  }

  async #asked(ask: () => Promise<void>): Promise<void> {
    this.fault = null;
    try {
      await ask();
    } catch (fault) {
      if (!(fault instanceof AnalysisError)) throw fault;
      this.fault = { kind: fault.fault, detail: fault.detail };
      if (fault.fault === "memory" || fault.fault === "damaged") this.#askServer();
    }
  }

  /** The page cannot do it: from now on the server answers. */
  #askServer(): void {
    const lexicon = this.equipment?.offer.lexicon;
    if (lexicon === undefined || this.#analyst?.place === "server") return;
    this.#analyst?.close();
    this.#analyst = new ServerAnalyst(lexicon);
    this.reason = "memory";
    this.progress = "ready";
  }

  /** Whether the player who was on turn first is on turn here. */
  readonly firstOnTurn = $derived(this.node === null || isFirstPlayer(this.node));
}
