// Who analyses: the page itself in a worker, or the server. A page does not know which.
import type { Judging, Verdict } from "./judging";
import type { Candidate } from "./moves";
import type { AnalysisPosition } from "./position";

/** Why there is no answer, as a code; the page has the sentences. */
export type AnalysisFault =
  /** The kernel has stopped at this position; it is started anew. */
  | "crashed"
  /** What the device had stored or loaded is damaged or of another version. */
  | "damaged"
  | "memory"
  | "position"
  | "playing"
  /** Nobody knows whether the person plays a game now. */
  | "unsure"
  | "unreachable"
  | "refused";

export class AnalysisError extends Error {
  constructor(
    readonly fault: AnalysisFault,
    /** The sentence of the server, if it was the server. */
    readonly detail = "",
  ) {
    super(detail || fault);
  }
}

/** What becomes of the analyst: what it is doing before it can answer. */
export type Progress = "loading" | "building" | "opening" | "ready";

export interface Analyst {
  /** `page`: works without a network. `server`: each question needs it. */
  readonly place: "page" | "server";
  /** The best moves by static equity. */
  best(position: AnalysisPosition, count: number): Promise<readonly Candidate[]>;
  /**
   * Compare the best moves by simulation, ever deeper; `onstep` gets each result, until `deals` are played, the best is
   * decided or the signal says stop.
   */
  simulate(position: AnalysisPosition, deals: number, signal: AbortSignal, onstep: (found: readonly Candidate[]) => void): Promise<void>;
  /**
   * Judge a move; `tell` gets the share of the work that is done. Null if the signal says stop. Only the page does it: a server
   * reviews a turn by itself.
   */
  judge?(judging: Judging, signal: AbortSignal, tell: (share: number) => void): Promise<Verdict | null>;
  close(): void;
}

/** The candidates that are simulated, and the turns after each. */
export const SIMULATED = 10;
export const PLIES = 2;
