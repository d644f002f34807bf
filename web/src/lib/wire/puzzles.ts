// Puzzles: their cards have no answer; the server judges.
import type { Schemas } from "./schemas";
import { request } from "./http";

export type PuzzleTheme = Schemas["Theme"];
export type PuzzleOverview = Schemas["PuzzleOverview"];
export type PuzzleCard = Schemas["PuzzleCard"];
export type PuzzleVerdict = Schemas["PuzzleVerdict"];
export type PuzzleSolution = Schemas["SolutionCard"];
export type OwnMistakes = Schemas["OwnMistakes"];

const part = encodeURIComponent;

export const puzzles = {
  overview: () => request<PuzzleOverview>("GET", "/puzzles"),
  daily: () => request<PuzzleCard>("GET", "/puzzles/daily"),
  one: (id: string) => request<PuzzleCard>("GET", `/puzzles/${part(id)}`),
  next: (theme: PuzzleTheme | null, near: number, but: string) =>
    request<PuzzleCard>("GET", `/puzzles/next?near=${near}&but=${part(but)}${theme === null ? "" : `&theme=${theme}`}`),
  answer: (id: string, body: { tiles?: Readonly<Record<string, string>>; word?: string }) =>
    request<PuzzleVerdict>("POST", `/puzzles/${part(id)}/answers`, body),
  hint: (id: string, step: number) => request<Schemas["HintCard"]>("POST", `/puzzles/${part(id)}/hints`, { step }),
  solution: (id: string) => request<PuzzleSolution>("POST", `/puzzles/${part(id)}/solution`, {}),
  mistakes: () => request<OwnMistakes>("POST", "/puzzles/mistakes", {}),
};
