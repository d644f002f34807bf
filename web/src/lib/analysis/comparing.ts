// A comparison of given moves over given deals, in batches: the same numbers as the server's, which is asked in the same way.
import { Operation, type Codes } from "./abi";
import { view, type Kernel } from "./kernel";
import { sameMove, type Move } from "./moves";
import type { AnalysisPosition } from "./position";

/** The deals of a comparison. */
interface Deals {
  readonly batches: number;
  /** The deals in a batch. */
  readonly deals: number;
  /** The turns after a move. */
  readonly plies: number;
}

export interface Comparing {
  readonly position: AnalysisPosition;
  /** A play need not be of words of the list; only legal plays follow it. */
  readonly moves: readonly Move[];
  readonly deals: Deals;
  readonly seed: number;
}

/** The means of a batch, for each move: shares of games won, and growths of the lead in points. */
export interface Batch {
  readonly shares: readonly number[];
  readonly spreads: readonly number[];
}

/** The milliseconds after which a batch lets the worker hear whether it is to stop. */
const STEP = 150;
const TWO_TO_32 = 2 ** 32;

/** Play a batch; null if it was stopped. */
export async function compareBatch(kernel: Kernel, codes: Codes, comparing: Comparing, batch: number, goesOn: () => boolean): Promise<Batch | null> {
  const { position, moves, deals, seed } = comparing;
  const first = batch * deals.deals;
  const numbers = [...codes.turn(position), deals.plies, ...wide(seed), ...wide(first), ...moves.flatMap((move) => codes.given(move))];
  kernel.call(Operation.compare, moves.length, numbers);
  for (let step = 4, played = 0; ; ) {
    const began = performance.now();
    const now = codes.estimates(view(kernel.call(Operation.iterate, Math.min(step, deals.deals - played))));
    if (now.deals >= deals.deals) {
      const found = moves.map((move) => now.found.find((each) => isSame(each.move, move))?.simulated);
      return { shares: found.map((each) => each?.share ?? NaN), spreads: found.map((each) => each?.spread ?? NaN) };
    }
    const each = Math.max(performance.now() - began, 1) / Math.max(now.deals - played, 1);
    step = Math.max(1, Math.round(STEP / each));
    played = now.deals;
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (!goesOn()) return null;
  }
}

/** A number of 64 bits as two. */
const wide = (number: number): [number, number] => [number % TWO_TO_32, Math.floor(number / TWO_TO_32)];

/** The kernel writes tiles of an exchange in its own order, and counts the score itself. */
function isSame(one: Move, other: Move): boolean {
  if (one.kind === "exchange" && other.kind === "exchange") return [...one.faces].sort().join() === [...other.faces].sort().join();
  if (one.kind === "play" && other.kind === "play") return sameMove({ ...one, score: 0 }, { ...other, score: 0 });
  return one.kind === other.kind;
}
