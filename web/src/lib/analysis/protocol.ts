// What the page and its worker say to each other.
import type { TileSet } from "../board/tiles";
import type { AnalysisFault, Progress } from "./analyst";
import type { Comparing } from "./comparing";
import type { Candidate } from "./moves";
import type { AnalysisPosition } from "./position";
import type { Sources } from "./structures";

export type ToWorker =
  | { readonly kind: "open"; readonly sources: Sources; readonly set: TileSet }
  | { readonly kind: "best"; readonly id: number; readonly position: AnalysisPosition; readonly count: number }
  | { readonly kind: "simulate"; readonly id: number; readonly position: AnalysisPosition; readonly deals: number }
  | { readonly kind: "compare"; readonly id: number; readonly comparing: Comparing }
  | { readonly kind: "stop"; readonly id: number };

export type FromWorker =
  | { readonly kind: "progress"; readonly progress: Progress }
  /** The answer, or a part of it. */
  | { readonly kind: "found"; readonly id: number; readonly found: readonly Candidate[]; readonly last: boolean }
  /** A batch of a comparison: a share and a spread for each move. */
  | { readonly kind: "batch"; readonly id: number; readonly shares: readonly number[]; readonly spreads: readonly number[]; readonly last: boolean }
  /** Without an id the worker could not open, or has crashed. */
  | { readonly kind: "fault"; readonly id: number | null; readonly fault: AnalysisFault };
