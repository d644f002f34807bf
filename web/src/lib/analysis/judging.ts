// A move judged by the kernel, step by step: the same numbers as the server's, whose judge is the same.
import type { DeepEffort, Grade, GradeLimits, Loss } from "../wire/reviews";
import { Operation, type Codes } from "./abi";
import { view, type Kernel } from "./kernel";
import type { Candidate, Move } from "./moves";
import type { AnalysisPosition } from "./position";

/** A move that is to be judged. */
export interface Judging {
  readonly position: AnalysisPosition;
  readonly move: Move;
  readonly equity: number;
  /** It is compared with the best move, and is never the best one. */
  readonly isPhoney: boolean;
  readonly effort: DeepEffort;
  /** Whether a single move that may be the best is played again, too. */
  readonly repeatsOne: boolean;
  readonly seed: number;
  readonly chance: GradeLimits;
  readonly points: GradeLimits;
}

/** Moves with what they are worth: margins stand for errors, and nothing for a move that was not played. */
export interface Verdict {
  readonly best: readonly Candidate[];
  readonly played: Candidate;
  readonly loss: Loss;
  /** The grade, that by chance and that by points; null without a choice. */
  readonly grades: readonly [Grade, Grade, Grade] | null;
  readonly chanceAfter: number;
}

const GRADES: readonly Grade[] = ["best", "good", "inaccuracy", "mistake", "blunder"];
/** The milliseconds after which the worker hears whether it is to stop. */
const STEP = 150;
const FIRST_DEALS = 4;
const TWO_TO_32 = 2 ** 32;

/** Judge a move; null if it was stopped. `tell` gets the share of the work that is done. */
export async function judge(kernel: Kernel, codes: Codes, judging: Judging, goesOn: () => boolean, tell: (share: number) => void): Promise<Verdict | null> {
  kernel.call(Operation.judge, 0, numbersOf(codes, judging));
  for (let deals = FIRST_DEALS; ; ) {
    const began = performance.now();
    const answer = view(kernel.call(Operation.deal, deals));
    if (answer.byteLength > 8) return verdictOf(codes, answer);
    tell(answer.getFloat64(0, true));
    // The second comparison is of fewer moves and more turns: a step grows by and by.
    deals = Math.max(1, Math.round(deals * Math.min(2, STEP / Math.max(performance.now() - began, 1))));
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (!goesOn()) return null;
  }
}

function numbersOf(codes: Codes, { position, move, equity, isPhoney, effort, repeatsOne, seed, chance, points }: Judging): number[] {
  const { candidates, first, finalists, second } = effort;
  const deals = [candidates, first.batches, first.deals, first.plies, finalists, second.batches, second.deals, second.plies];
  const limits = [chance, points].flatMap(({ good, inaccuracy, mistake }) => [good, inaccuracy, mistake]);
  const wide = [seed % TWO_TO_32, Math.floor(seed / TWO_TO_32), ...new Uint32Array(new Float64Array(limits).buffer)];
  return [...codes.turn(position), ...deals, Number(repeatsOne), ...wide, Number(isPhoney), equity, ...codes.given(move)];
}

function verdictOf(codes: Codes, answer: DataView): Verdict {
  const [chance, points, chance_margin, points_margin, chanceAfter] = [8, 16, 24, 32, 40].map((at) => answer.getFloat64(at, true)) as [number, number, number, number, number];
  const grades = [48, 52, 56].map((at) => GRADES[answer.getUint32(at, true)]) as [Grade, Grade, Grade];
  const [played, ...best] = codes.estimates(answer, 64);
  return { best, played: played as Candidate, loss: { chance, points, chance_margin, points_margin }, grades: answer.getUint32(60, true) > 1 ? grades : null, chanceAfter };
}
