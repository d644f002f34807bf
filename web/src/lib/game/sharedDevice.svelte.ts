// Several people at a real board with one device between them: whose seat is shown, which follows the turn.
import type { TableController } from "./controller.svelte";

/** Phases in which the others act before the player on turn goes on. */
const DECIDED_BY_OTHERS: ReadonlySet<string> = new Set(["laid", "challenged", "closing"]);
/** The options come a moment after the move: the seat changes when both are there. */
const SETTLED = 80;
const FACE_DOWN = /^#*$/;

export const nameOf = ({ seat, context }: TableController): string => context.names[(seat ?? 1) - 1] ?? "";

export class SharedDevice {
  readonly controllers: readonly TableController[];
  /** Which of the controllers is shown. */
  #at = $state(0);
  /** The rack that its player has uncovered, by its controller. */
  #uncovered = $state<number | null>(null);
  /** What stood at the table when somebody chose a seat by hand: until it changes, that seat stays. */
  #chosenAt: string | null = null;

  constructor(controllers: readonly TableController[]) {
    this.controllers = controllers;
  }

  /** Show the seat whose player has to act, as soon as that is known. Returns what stops it; called in an effect. */
  follow(): () => void {
    const situation = this.#situation;
    const due = this.#due;
    const timer = setTimeout(() => this.#showDue(situation, due), SETTLED);
    return () => clearTimeout(timer);
  }

  /** The controller of the seat that is shown. */
  get shown(): TableController {
    const shown = this.controllers[this.#at];
    if (!shown) throw new Error("a device has a seat");
    return shown;
  }

  /** The player whose seat is shown. */
  get name(): string {
    return nameOf(this.shown);
  }

  get isShared(): boolean {
    return this.controllers.length > 1;
  }

  /** Whether the faces of the shown rack are hidden from whoever had the device before. */
  get isCovered(): boolean {
    return this.isShared && this.#uncovered !== this.#at && !FACE_DOWN.test(this.shown.view?.rack ?? "");
  }

  /** Show a seat, at the wish of the people; from the next step on the device follows the turn again. */
  choose(at: number): void {
    this.#chosenAt = this.#situation;
    this.#show(at);
    this.#uncovered = at;
  }

  /** Show the next seat. */
  chooseNext(): void {
    this.choose((this.#at + 1) % this.controllers.length);
  }

  uncover(): void {
    this.#uncovered = this.#at;
  }

  /** What has happened so far, as far as it may be somebody else's turn to act. */
  readonly #situation = $derived.by(() => {
    const { view } = this.shown;
    const done = this.controllers.map((controller) => controller.done).join();
    return `${view?.phase} ${view?.on_turn} ${view?.turns.length} ${done}`;
  });

  /** The seat whose player has to act; `null` while nobody here has to, or somebody fills in a form. */
  readonly #due = $derived.by<number | null>(() => {
    if (this.shown.opened !== null || this.shown.pending !== null) return null;
    const view = this.shown.view;
    const mover = this.controllers.findIndex(({ seat }) => seat !== null && seat === view?.on_turn);
    // Who has more to do than one step goes on with it.
    const rest = [this.#at, ...this.controllers.keys()].filter((at) => at !== mover);
    const moverFirst = !DECIDED_BY_OTHERS.has(view?.phase ?? "") || this.#first(mover) === "announce_value";
    const order = moverFirst ? [mover, ...rest] : [...rest, mover];
    return order.find((at) => this.#first(at) !== null) ?? null;
  });

  #first(at: number): string | null {
    return this.controllers[at]?.ordered.first?.command ?? null;
  }

  #showDue(situation: string, due: number | null): void {
    if (this.#chosenAt === situation || due === null) return;
    this.#chosenAt = null;
    this.#show(due);
  }

  #show(at: number): void {
    if (at !== this.#at) this.#uncovered = null;
    this.#at = at;
  }
}
