// The analyst at the server, for a page that cannot do it itself.
import type { AnalysedMove, AnalysisRequest } from "../wire/api";
import { ApiError, api } from "../wire/http";
import { readFaces } from "../board/tiles";
import { AnalysisError, SIMULATED, type Analyst } from "./analyst";
import type { Candidate, Move } from "./moves";
import { writePosition, type AnalysisPosition } from "./position";

/** The deals of its steps, each from the beginning: all together cost less than twice the last. */
const STEPS = [32, 64, 128, 256, 512, 1024] as const;

export class ServerAnalyst implements Analyst {
  readonly place = "server";

  constructor(private readonly lexicon: string) {}

  best(position: AnalysisPosition, count: number): Promise<readonly Candidate[]> {
    return this.#ask(position, count, 0);
  }

  async simulate(position: AnalysisPosition, deals: number, signal: AbortSignal, onstep: (found: readonly Candidate[]) => void): Promise<void> {
    for (const step of STEPS.filter((each) => each <= Math.max(deals, STEPS[0]))) {
      if (signal.aborted) return;
      const found = await this.#ask(position, SIMULATED, step);
      if (!signal.aborted) onstep(found);
    }
  }

  close(): void {
    // There is nothing to close.
  }

  async #ask(position: AnalysisPosition, count: number, deals: NonNullable<AnalysisRequest["deals"]>): Promise<readonly Candidate[]> {
    try {
      const { moves } = await api.analyse({ position: writePosition(position), lexicon: this.lexicon, count, deals });
      return moves.map(candidateOf);
    } catch (fault) {
      throw fault instanceof ApiError ? errorOf(fault) : fault;
    }
  }
}

/** The move of a level of the server; it needs a network. */
export async function levelMove(position: AnalysisPosition, lexicon: string, level: string): Promise<Move> {
  try {
    return moveOf(await api.levelMove({ position: writePosition(position), lexicon, level }));
  } catch (fault) {
    throw fault instanceof ApiError ? errorOf(fault) : fault;
  }
}

function errorOf(fault: ApiError): AnalysisError {
  if (fault.status === 0) return new AnalysisError("unreachable");
  return new AnalysisError(fault.code === "playing" ? "playing" : "refused", fault.detail);
}

function candidateOf(found: AnalysedMove): Candidate {
  const { equity, deals = 0, share = 0, share_error = 0, spread = 0, spread_error = 0 } = found;
  const simulated = deals > 0 ? { deals, share, shareError: share_error, spread, spreadError: spread_error } : null;
  return { move: moveOf(found), equity, simulated };
}

function moveOf({ kind, square = "", direction = "across", tiles = [], score = 0 }: AnalysedMove): Move {
  if (kind === "pass") return { kind };
  if (kind === "exchange") return { kind, faces: tiles.flatMap((tile) => readFaces(tile ?? "")) };
  return { kind, square, direction, tiles, score };
}
