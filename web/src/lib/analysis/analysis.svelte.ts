// An analysis as one person does it: position, tree, and whoever answers.
import { AnalysisError, type AnalysisFault, type Analyst, type Progress } from "./analyst";
import type { Candidate } from "./moves";
import { analystOf, equip, isPlaying, serverReason, type Equipment, type ServerReason } from "./offer";
import { PositionError, readPosition, withRack, type PositionFault } from "./position";
import { ServerAnalyst } from "./serverAnalyst";
import { line, play, root, type TreeNode } from "./tree";

/** The moves that are shown. */
const COUNT = 10;
/** The deals after which a simulation ends. */
const DEALS = 1024;

export class AnalysisController {
  equipment = $state.raw<Equipment | null>(null);
  progress = $state<Progress>("loading");
  /** Why the server answers; null while the page does. */
  reason = $state<ServerReason | null>(null);
  node = $state.raw<TreeNode | null>(null);
  found = $state.raw<readonly Candidate[]>([]);
  /** The number of the move that is shown on the board. */
  chosen = $state(0);
  busy = $state(false);
  deepening = $state(false);
  /** Why a text is no position. */
  wrong = $state.raw<PositionFault | null>(null);
  /** Why there is no answer, and the sentence of the server if it was the server. */
  fault = $state.raw<{ readonly kind: AnalysisFault; readonly detail: string } | null>(null);

  #analyst: Analyst | null = null;
  #stopping = new AbortController();
  #question = 0;

  /** The moves from the first position to this one. */
  readonly line = $derived(this.node ? line(this.node) : []);

  /** Rejects if nothing was ever loaded and the server cannot be reached. */
  async open(): Promise<void> {
    this.equipment = await equip();
    this.reason = serverReason(this.equipment);
    this.#analyst = analystOf(this.equipment, (progress) => (this.progress = progress));
    if (this.#analyst.place === "server") this.progress = "ready";
    if (this.equipment.offer.playing) this.fault = { kind: "playing", detail: "" };
  }

  close(): void {
    this.stop();
    this.#analyst?.close();
  }

  /** Begin with the position of a line of CGP. */
  async read(text: string): Promise<void> {
    const set = this.equipment?.set;
    if (set) await this.#show(() => root(readPosition(text, set)));
  }

  /** Go on with another rack. */
  async setRack(text: string): Promise<void> {
    const [set, node] = [this.equipment?.set, this.node];
    if (set && node) await this.#show(() => root(withRack(node.position, text, set)));
  }

  choose(number: number): void {
    if (this.found.length > 0) this.chosen = Math.min(Math.max(number, 0), this.found.length - 1);
  }

  /** Make the chosen move. Where the other rack is not known, the next position waits for one. */
  async play(): Promise<void> {
    const [node, candidate] = [this.node, this.found[this.chosen]];
    if (node && candidate) await this.#show(() => play(node, candidate.move));
  }

  async back(): Promise<void> {
    const parent = this.node?.parent;
    if (parent) await this.#show(() => parent);
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

  async #show(next: () => TreeNode): Promise<void> {
    this.stop();
    this.wrong = null;
    try {
      this.node = next();
    } catch (fault) {
      if (!(fault instanceof PositionError)) throw fault;
      this.wrong = fault.fault;
      return;
    }
    this.found = this.node.found ?? [];
    this.chosen = 0;
    if (this.node.found === null && this.node.position.rack.length > 0) await this.#analyse(this.node);
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

  /** Nobody analyses while a game of theirs is in progress. */
  async #refused(): Promise<boolean> {
    const playing = await isPlaying();
    if (playing) this.fault = { kind: "playing", detail: "" };
    return playing;
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
}
