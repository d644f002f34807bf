// The exam that goes on in this tab, for when the page is loaded again. It is gone with the tab.
import type { ExamPaper, ExamWish } from "../wire/exam";

const KEY = "mostek-exam";

interface KeptExam {
  readonly paper: ExamPaper;
  /** What it was drawn from. */
  readonly wish: ExamWish;
  readonly place: number;
  readonly given: readonly (readonly number[])[];
  readonly chosen: readonly number[];
  readonly isShown: boolean;
  readonly isOver: boolean;
  readonly isTimed: boolean;
  readonly isEach: boolean;
  readonly minutes: number;
  /** When a timed one ends, in milliseconds. */
  readonly end: number;
}

export function keptExam(): KeptExam | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as KeptExam | null;
    return kept && Array.isArray(kept.paper?.questions) && kept.place < kept.paper.questions.length ? kept : null;
  } catch {
    return null;
  }
}

/** Keep an exam; null: there is none any more. */
export function keepExam(exam: KeptExam | null): void {
  try {
    if (exam) sessionStorage.setItem(KEY, JSON.stringify(exam));
    else sessionStorage.removeItem(KEY);
  } catch {
    // This browser stores nothing: the exam ends with the page.
  }
}
