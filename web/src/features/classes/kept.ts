// The exam that goes on in this tab, for when the page is loaded again. It is gone with the tab.
import { fields, flag, list, nullOr, number, record, text, whole } from "$lib/storage/shape";
import { inTab } from "$lib/storage/texts";
import type { ExamPaper, ExamQuestion, ExamWish, ShownPosition } from "$lib/wire/exam";

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

const SHOWN = fields<ShownPosition>({ squares: record(text), laid: list(text), rack: text, clocks: list(text) });
const QUESTION = fields<ExamQuestion>({
  case: text,
  rulebook: text,
  difficulty: whole,
  situation: text,
  question: text,
  shown: nullOr(SHOWN),
  answers: list(text),
  right: list(whole),
  why: text,
  clauses: list(fields<ExamQuestion["clauses"][number]>({ id: text, text })),
});
const EXAM = fields<KeptExam>({
  paper: fields<ExamPaper>({ seed: text, passed: number, questions: list(QUESTION) }),
  wish: fields<ExamWish>({ rulebooks: list(text), difficulty: whole, clause: text, questions: whole, seed: text }),
  place: whole,
  given: list(list(whole)),
  chosen: list(whole),
  isShown: flag,
  isOver: flag,
  isTimed: flag,
  isEach: flag,
  minutes: number,
  end: number,
});

export function keptExam(): KeptExam | null {
  const kept = inTab.value(KEY, EXAM);
  return kept?.paper.questions[kept.place] === undefined ? null : kept;
}

/** Keep an exam; null: there is none any more. */
export function keepExam(exam: KeptExam | null): void {
  if (exam) inTab.keepValue(KEY, exam);
  else inTab.forget(KEY);
}
