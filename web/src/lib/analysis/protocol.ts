// What the page and its worker say to each other.
import type { TileSet } from "../board/tiles";
import type { AnalysisFault, Progress } from "./analyst";
import type { Judging, Verdict } from "./judging";
import type { Candidate } from "./moves";
import type { AnalysisPosition } from "./position";
import type { Sources } from "./structures";

export type ToWorker =
  | { readonly kind: "open"; readonly sources: Sources; readonly set: TileSet }
  | { readonly kind: "best"; readonly id: number; readonly position: AnalysisPosition; readonly count: number }
  | { readonly kind: "simulate"; readonly id: number; readonly position: AnalysisPosition; readonly deals: number }
  | { readonly kind: "judge"; readonly id: number; readonly judging: Judging }
  | { readonly kind: "stop"; readonly id: number };

export type FromWorker =
  | { readonly kind: "progress"; readonly progress: Progress }
  /** The answer, or a part of it. */
  | { readonly kind: "found"; readonly id: number; readonly found: readonly Candidate[]; readonly last: boolean }
  /** The share of the work that is done, then the verdict. */
  | { readonly kind: "share"; readonly id: number; readonly share: number }
  | { readonly kind: "judged"; readonly id: number; readonly verdict: Verdict }
  /** Without an id the worker could not open, or has crashed. */
  | { readonly kind: "fault"; readonly id: number | null; readonly fault: AnalysisFault };
