// What the analysis says to a person: sentences for its codes.
import { m } from "../text/text";
import { hasWorker } from "../storage/serviceWorker";
import type { AnalysisFault } from "./analyst";
import type { WrongText } from "./analysis.svelte";
import type { ServerReason } from "./offer";
import type { LaidFault } from "./scoring";

export function wrongText(wrong: WrongText): string {
  switch (wrong.kind) {
    case "empty":
      return m.analysis_wrong_empty();
    case "long":
      return m.analysis_wrong_long();
    case "rows":
      return m.analysis_wrong_rows({ count: wrong.count });
    case "row":
      return m.analysis_wrong_row({ row: wrong.row, count: wrong.count });
    case "sign":
      return m.analysis_wrong_sign({ sign: wrong.sign, column: wrong.column });
    case "no_rack":
      return m.analysis_wrong_no_rack();
    case "rack":
      return m.analysis_wrong_rack({ count: wrong.count });
    case "surplus":
      return m.analysis_wrong_surplus({ tiles: wrong.tiles });
    case "no_moves":
      return m.analysis_wrong_no_moves();
    case "line":
      return m.analysis_wrong_line({ line: wrong.line, text: wrong.text });
    case "link":
      return m.analysis_wrong_link({ position: wrong.position });
  }
}

const LAID: Readonly<Record<LaidFault, () => string>> = {
  nothing: m.analysis_laid_nothing,
  line: m.analysis_laid_line,
  gap: m.analysis_laid_gap,
  apart: m.analysis_laid_apart,
  start: m.analysis_laid_start,
  one: m.analysis_laid_one,
};
export const laidText = (fault: LaidFault): string => LAID[fault]();

const FAULTS: Readonly<Record<AnalysisFault, () => string>> = {
  crashed: m.analysis_fault_crashed,
  damaged: m.analysis_fault_damaged,
  memory: m.analysis_fault_memory,
  position: m.analysis_fault_position,
  playing: m.analysis_fault_playing,
  unsure: m.analysis_fault_unsure,
  unreachable: m.analysis_fault_unreachable,
  refused: m.analysis_fault_refused,
};
export const faultText = (fault: AnalysisFault): string => FAULTS[fault]();

const REASONS: Readonly<Record<ServerReason, () => string>> = {
  list: m.analysis_why_list,
  browser: m.analysis_why_browser,
  memory: m.analysis_why_memory,
};
const reasonText = (reason: ServerReason): string => REASONS[reason]();

/** Who analyses, and what goes on without a network: a browser without service workers loads no page then. */
export function analystText(reason: ServerReason | null): string {
  if (reason) return `${m.analysis_by_server()} ${reasonText(reason)}`;
  return hasWorker() ? m.analysis_in_page() : m.analysis_in_page_open();
}

/** The same of a training game. */
export function opponentText(reason: ServerReason | null): string {
  if (reason) return `${m.training_by_server()} ${reasonText(reason)}`;
  return hasWorker() ? m.training_in_page() : m.training_in_page_open();
}
