// Dragging a tile with mouse, pen or finger. What the tile is over is found in the page by `data-square` and `data-rack`,
// so that board and rack need not know of each other.

import { cancelDrag, dragOver, dragTile, drop } from "./tileMoves";
import type { BoardState, Target } from "./state";
import { isFree } from "./state";
import { advance } from "./typing";

/** How far a pointer moves before a press becomes a drag, in CSS pixels: a finger is less steady than a mouse. */
const THRESHOLD = { mouse: 4, touch: 9 };
/** How far above the finger the tile floats, in tile heights, so that it can be seen. */
const LIFT = 0.9;

/** A drag that begins in one component. */
export class Dragging {
  /** Where the middle of the floating tile is, in CSS pixels of the window. */
  x = $state(0);
  y = $state(0);
  /** The width of the floating tile in CSS pixels: over the board as wide as a square, elsewhere as where it was taken. */
  size = $state(0);
  /** The tile's number, `null` while nothing is dragged. */
  id = $state<number | null>(null);
  #pressed: { id: number; pointer: number; x: number; y: number; touch: boolean; width: number } | null = null;
  #ended = false;
  readonly #read: () => BoardState;
  readonly #write: (next: BoardState) => void;

  constructor(read: () => BoardState, write: (next: BoardState) => void) {
    this.#read = read;
    this.#write = write;
  }

  /** A pointer was pressed on a tile. */
  press(event: PointerEvent, id: number): void {
    if (event.button !== 0 || this.#pressed) return;
    const { width } = (event.currentTarget as Element).getBoundingClientRect();
    this.size = width;
    this.#ended = false;
    const touch = event.pointerType !== "mouse";
    this.#pressed = { id, pointer: event.pointerId, x: event.clientX, y: event.clientY, touch, width };
    for (const [name, listener] of this.#listeners) window.addEventListener(name, listener as EventListener, { capture: true });
  }

  /** Whether the click that follows belongs to a drag and means nothing by itself. */
  swallowsClick(): boolean {
    const ended = this.#ended;
    this.#ended = false;
    return ended;
  }

  /** Give up, as when the component goes away. */
  stop(): void {
    for (const [name, listener] of this.#listeners) window.removeEventListener(name, listener as EventListener, { capture: true });
    this.#ended = this.id !== null;
    this.#pressed = null;
    this.id = null;
  }

  readonly #move = (event: PointerEvent): void => {
    const pressed = this.#pressed;
    if (!pressed || event.pointerId !== pressed.pointer) return;
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    if (this.id === null) {
      if (far < (pressed.touch ? THRESHOLD.touch : THRESHOLD.mouse)) return;
      this.id = pressed.id;
      this.#write(dragTile(this.#read(), pressed.id));
    }
    this.x = event.clientX;
    this.y = event.clientY - (pressed.touch ? pressed.width * LIFT : 0);
    const under = document.elementFromPoint(this.x, this.y);
    this.size = under?.closest("[data-square]")?.getBoundingClientRect().width ?? pressed.width;
    const next = dragOver(this.#read(), targetOf(under, this.x, pressed.id));
    if (next !== this.#read()) this.#write(next);
  };

  readonly #up = (event: PointerEvent): void => {
    if (event.pointerId !== this.#pressed?.pointer) return;
    const dragged = this.id !== null;
    this.stop();
    if (dragged) this.#write(dropped(this.#read()));
  };

  readonly #cancel = (event: PointerEvent): void => {
    if (event.pointerId === this.#pressed?.pointer) this.#giveUp();
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || this.id === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#giveUp();
  };

  readonly #listeners: readonly [string, (event: never) => void][] = [
    ["pointermove", this.#move],
    ["pointerup", this.#up],
    ["pointercancel", this.#cancel],
    ["keydown", this.#key],
  ];

  #giveUp(): void {
    this.stop();
    this.#write(cancelDrag(this.#read()));
  }
}

/** Let go; a word that is begun by dragging goes on with the keyboard behind the tile. */
function dropped(state: BoardState): BoardState {
  const over = state.drag?.over;
  const next = drop(state);
  return over?.kind === "square" && isFree(state, over.square) ? advance(next, over.square) : next;
}

/** The drop target under the pointer: a square, or a place on the rack. */
function targetOf(under: Element | null, x: number, dragged: number): Target | null {
  const square = under?.closest<HTMLElement>("[data-square]")?.dataset.square;
  if (square) return { kind: "square", square };
  const rack = under?.closest("[data-rack]");
  return rack ? { kind: "rack", position: positionOn(rack, x, dragged) } : null;
}

/** How many of the other tiles stand left of the point. */
function positionOn(rack: Element, x: number, dragged: number): number {
  const others = [...rack.querySelectorAll<HTMLElement>("[data-tile]")].filter((tile) => tile.dataset.tile !== String(dragged));
  const middles = others.map((tile) => tile.getBoundingClientRect()).map(({ left, width }) => left + width / 2);
  return middles.filter((middle) => middle < x).length;
}
