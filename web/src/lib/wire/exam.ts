// The arbiters' exam, the sets of a teacher, and the lessons in which a class solves them.
import type { Schemas } from "./schemas";
import { request } from "./http";

export type ShownPosition = Schemas["ShownPosition"];
export type ExamQuestion = Schemas["ExamQuestion"];
export type ExamPaper = Schemas["ExamPaper"];
export type ExamCase = Schemas["ExamCase"];
export type ExamTopics = Schemas["ExamTopics"];

/** What a paper is drawn from. */
export interface ExamWish {
  readonly rulebooks: readonly string[];
  readonly difficulty: number;
  readonly clause: string;
  readonly questions: number;
  readonly seed: string;
}

export type TaskDraft = Schemas["SetDraft"]["tasks"][number];
export type SetDraft = Schemas["SetDraftInput"];
export type SetCard = Schemas["SetCard"];
export type SetDetails = Schemas["SetDetails"];
export type LessonCard = Schemas["LessonCard"];
export type AnswerShown = Schemas["AnswerShown"];
export type PupilRow = Schemas["PupilRow"];
export type LessonView = Schemas["LessonView"];
export type LessonDoor = Schemas["LessonDoor"];
export type PupilTask = Schemas["PupilTask"];
export type PupilView = Schemas["PupilView"];
export type GivenAnswer = Schemas["GivenAnswer"];

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
