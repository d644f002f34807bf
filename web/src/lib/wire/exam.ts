// The arbiters' exam, the sets of a teacher, and the lessons in which a class solves them.
import type { Schemas } from "./schemas";
import { urlOf } from "./calls";
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

/** What is asked of a paper; a value that chooses nothing is left out. */
const query = ({ rulebooks, difficulty, clause, questions, seed }: ExamWish) => ({
  questions,
  rulebook: rulebooks,
  ...(difficulty > 0 ? { difficulty: [difficulty] } : {}),
  ...(clause ? { clause: [clause] } : {}),
  ...(seed ? { seed } : {}),
});

export const exams = {
  topics: () => request("GET", "/api/exam/topics"),
  paper: (wish: ExamWish) => request("GET", "/api/exam/paper", { query: query(wish) }),
  /** The address of the paper as PDF, which has room for sixty questions. */
  pdf: (wish: ExamWish, key: boolean) =>
    urlOf("/api/exam/paper.pdf", { query: { ...query(wish), questions: Math.min(wish.questions, 60), key } }),
};

export const classes = {
  sets: () => request("GET", "/api/class/sets"),
  set: (id: string) => request("GET", "/api/class/sets/{id}", { path: { id } }),
  make: (draft: SetDraft) => request("POST", "/api/class/sets", { body: draft }),
  change: (id: string, draft: SetDraft) => request("PUT", "/api/class/sets/{id}", { path: { id }, body: draft }),
  remove: (id: string) => request("DELETE", "/api/class/sets/{id}", { path: { id } }),
  lessons: () => request("GET", "/api/class/lessons"),
  open: (set: string, hours: number) => request("POST", "/api/class/sets/{id}/lessons", { path: { id: set }, body: { hours } }),
  lesson: (id: string, seen: number) => request("GET", "/api/class/lessons/{id}", { path: { id }, query: { seen } }),
  close: (id: string) => request("DELETE", "/api/class/lessons/{id}", { path: { id } }),
  renew: (id: string) => request("POST", "/api/class/lessons/{id}/code", { path: { id } }),
  letIn: (id: string, open: boolean) => request("PUT", "/api/class/lessons/{id}/door", { path: { id }, body: { open } }),
  removePupil: (id: string, number: number) =>
    request("DELETE", "/api/class/lessons/{id}/pupils/{number}", { path: { id, number } }),
  results: (id: string) => urlOf("/api/class/lessons/{id}/results.csv", { path: { id } }),
  /** Another code is another picture. */
  picture: (id: string, code: string) => `${urlOf("/api/class/lessons/{id}/qr.svg", { path: { id } })}?code=${encodeURIComponent(code)}`,
};

export const pupils = {
  find: (code: string) => request("POST", "/api/pupils/lesson", { body: { code } }),
  join: (code: string, name: string) => request("POST", "/api/pupils", { body: { code, name } }),
  show: (pupil: string) => request("GET", "/api/pupils/{pupil}", { path: { pupil } }),
  answer: (pupil: string, task: number, given: GivenAnswer) =>
    request("POST", "/api/pupils/{pupil}/answers", { path: { pupil }, body: { task, given } }),
  leave: (pupil: string) => request("DELETE", "/api/pupils/{pupil}", { path: { pupil } }),
};
