// Marking a paper in the page: nothing about who takes it is sent.
import type { ExamPaper, ExamQuestion } from "$lib/wire/exam";

/** Whether exactly the right answers were chosen. */
export function isRight(question: ExamQuestion, chosen: readonly number[]): boolean {
  return chosen.length === question.right.length && chosen.every((place) => question.right.includes(place));
}

interface ExamResult {
  readonly right: number;
  readonly percent: number;
  readonly isPassed: boolean;
  /** The questions that were missed, by their place. */
  readonly missed: readonly number[];
  /** The clauses of those questions, each once. */
  readonly readAgain: readonly { readonly id: string; readonly text: string }[];
}

/** The result of a paper; a question without an answer is missed. */
export function resultOf(paper: ExamPaper, chosen: readonly (readonly number[])[]): ExamResult {
  const missed = paper.questions.flatMap((question, place) => (isRight(question, chosen[place] ?? []) ? [] : [place]));
  const right = paper.questions.length - missed.length;
  const percent = paper.questions.length > 0 ? Math.floor((100 * right) / paper.questions.length) : 0;
  const clauses = new Map(missed.flatMap((place) => paper.questions[place]?.clauses ?? []).map((clause) => [clause.id, clause]));
  return { right, percent, isPassed: percent >= paper.passed, missed, readAgain: [...clauses.values()] };
}

/** Seconds as minutes and seconds: `4:05`. */
export function minutesText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;
}
