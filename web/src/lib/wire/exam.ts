// The arbiters' exam, the sets of a teacher, and the lessons in which a class solves them.
import { request } from "./http";

export interface ShownPosition {
  /** Tiles by square; small letters are blanks. */
  readonly squares: Readonly<Record<string, string>>;
  /** The squares of the tiles that were laid last. */
  readonly laid: readonly string[];
  readonly rack: string;
  readonly clocks: readonly string[];
}

export interface ExamQuestion {
  readonly case: string;
  readonly rulebook: string;
  readonly difficulty: number;
  readonly situation: string;
  readonly question: string;
  readonly shown: ShownPosition | null;
  readonly answers: readonly string[];
  /** The right answers, from 0. */
  readonly right: readonly number[];
  readonly why: string;
  readonly clauses: readonly { readonly id: string; readonly text: string }[];
}

export interface ExamPaper {
  readonly seed: string;
  /** The percentage from which the exam is passed. */
  readonly passed: number;
  readonly questions: readonly ExamQuestion[];
}

export interface ExamCase {
  readonly case: string;
  readonly rulebook: string;
  readonly difficulty: number;
  readonly clauses: readonly string[];
  readonly text: string;
}

export interface ExamTopics {
  readonly rulebooks: readonly { readonly rulebook: string; readonly title: string; readonly cases: number }[];
  readonly cases: readonly ExamCase[];
}

/** What a paper is drawn from. */
export interface ExamWish {
  readonly rulebooks: readonly string[];
  readonly difficulty: number;
  readonly clause: string;
  readonly questions: number;
  readonly seed: string;
}

export type TaskDraft =
  | { readonly type: "position"; readonly board: string; readonly rack: string; readonly counts: "score" | "equity" }
  | { readonly type: "word"; readonly word: string }
  | { readonly type: "anagram"; readonly letters: string }
  | { readonly type: "case"; readonly case: string };

export interface SetDraft {
  readonly title: string;
  readonly tasks: readonly TaskDraft[];
  readonly explain: boolean;
  readonly school_words: boolean;
}

export interface SetCard {
  readonly id: string;
  readonly title: string;
  readonly tasks: number;
  readonly changed: number;
}

interface TaskShown {
  readonly kind: string;
  readonly text: string;
  readonly solution: string;
  readonly answers: readonly string[];
}

export interface SetDetails {
  readonly id: string;
  readonly draft: SetDraft;
  readonly tasks: readonly TaskShown[];
  readonly lexicon: string;
}

export interface LessonCard {
  readonly id: string;
  readonly title: string;
  readonly tasks: number;
  readonly pupils: number;
  readonly until: number;
}

export interface AnswerShown {
  readonly task: number;
  readonly percent: number;
  readonly said: string;
  readonly points: number | null;
  readonly wrong_words: readonly string[];
}

export interface PupilRow {
  readonly number: number;
  readonly name: string;
  readonly percent: number;
  readonly answers: readonly AnswerShown[];
}

export interface LessonView {
  readonly id: string;
  readonly title: string;
  readonly code: string;
  readonly url: string;
  readonly until: number;
  readonly open: boolean;
  readonly version: number;
  readonly tasks: readonly TaskShown[];
  /** Null where nothing has changed. */
  readonly pupils: readonly PupilRow[] | null;
}

export interface LessonDoor {
  readonly title: string;
  readonly tasks: number;
  readonly open: boolean;
  readonly names: readonly string[];
}

export interface PupilTask {
  readonly kind: "position" | "word" | "anagram" | "case";
  readonly shown: ShownPosition | null;
  readonly rack: string;
  readonly counts: string;
  readonly word: string;
  readonly letters: string;
  readonly situation: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly answered: AnswerShown | null;
  readonly solution: string;
}

export interface PupilView {
  readonly title: string;
  readonly name: string;
  readonly until: number;
  readonly explain: boolean;
  readonly tasks: readonly PupilTask[];
}

/** What a pupil answers; one field for each kind of task. */
export interface GivenAnswer {
  readonly tiles?: Readonly<Record<string, string>>;
  readonly valid?: boolean;
  readonly word?: string;
  readonly chosen?: readonly number[];
}

const part = encodeURIComponent;

function query(wish: ExamWish): string {
  const asked = new URLSearchParams({ questions: String(wish.questions) });
  for (const book of wish.rulebooks) asked.append("rulebook", book);
  if (wish.difficulty > 0) asked.set("difficulty", String(wish.difficulty));
  if (wish.clause) asked.set("clause", wish.clause);
  if (wish.seed) asked.set("seed", wish.seed);
  return asked.toString();
}

export const exams = {
  topics: () => request<ExamTopics>("GET", "/exam/topics"),
  paper: (wish: ExamWish) => request<ExamPaper>("GET", `/exam/paper?${query(wish)}`),
  /** The address of the paper as PDF, which has room for sixty questions. */
  pdf: (wish: ExamWish, key: boolean) => `/api/exam/paper.pdf?${query({ ...wish, questions: Math.min(wish.questions, 60) })}&key=${key}`,
};

export const classes = {
  sets: () => request<{ sets: readonly SetCard[] }>("GET", "/class/sets"),
  set: (id: string) => request<SetDetails>("GET", `/class/sets/${part(id)}`),
  make: (draft: SetDraft) => request<SetDetails>("POST", "/class/sets", draft),
  change: (id: string, draft: SetDraft) => request<SetDetails>("PUT", `/class/sets/${part(id)}`, draft),
  remove: (id: string) => request<{ sets: readonly SetCard[] }>("DELETE", `/class/sets/${part(id)}`),
  lessons: () => request<{ lessons: readonly LessonCard[] }>("GET", "/class/lessons"),
  open: (set: string, hours: number) => request<LessonView>("POST", `/class/sets/${part(set)}/lessons`, { hours }),
  lesson: (id: string, seen: number) => request<LessonView>("GET", `/class/lessons/${part(id)}?seen=${seen}`),
  close: (id: string) => request<object>("DELETE", `/class/lessons/${part(id)}`),
  renew: (id: string) => request<LessonView>("POST", `/class/lessons/${part(id)}/code`),
  letIn: (id: string, open: boolean) => request<LessonView>("PUT", `/class/lessons/${part(id)}/door`, { open }),
  removePupil: (id: string, number: number) => request<LessonView>("DELETE", `/class/lessons/${part(id)}/pupils/${number}`),
  results: (id: string) => `/api/class/lessons/${part(id)}/results.csv`,
  picture: (id: string, code: string) => `/api/class/lessons/${part(id)}/qr.svg?code=${part(code)}`,
};

export const pupils = {
  find: (code: string) => request<LessonDoor>("POST", "/pupils/lesson", { code }),
  join: (code: string, name: string) => request<{ pupil: string }>("POST", "/pupils", { code, name }),
  show: (pupil: string) => request<PupilView>("GET", `/pupils/${part(pupil)}`),
  answer: (pupil: string, task: number, given: GivenAnswer) => request<PupilView>("POST", `/pupils/${part(pupil)}/answers`, { task, given }),
  leave: (pupil: string) => request<object>("DELETE", `/pupils/${part(pupil)}`),
};
