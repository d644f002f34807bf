// Puzzles: their cards have no answer; the server judges.
import type { Schemas } from "./schemas";
import { request } from "./http";

export type PuzzleTheme = Schemas["Theme"];
export type PuzzleOverview = Schemas["PuzzleOverview"];
export type PuzzleCard = Schemas["PuzzleCard"];
export type PuzzleVerdict = Schemas["PuzzleVerdict"];
export type PuzzleSolution = Schemas["SolutionCard"];
export type OwnMistakes = Schemas["OwnMistakes"];

export const puzzles = {
  overview: () => request("GET", "/api/puzzles"),
  daily: () => request("GET", "/api/puzzles/daily"),
  one: (id: string) => request("GET", "/api/puzzles/{id}", { path: { id } }),
  next: (theme: PuzzleTheme | null, near: number, but: string) => request("GET", "/api/puzzles/next", { query: { near, but, theme } }),
  answer: (id: string, body: Schemas["PuzzleAnswer"]) => request("POST", "/api/puzzles/{id}/answers", { path: { id }, body }),
  hint: (id: string, step: number) => request("POST", "/api/puzzles/{id}/hints", { path: { id }, body: { step } }),
  solution: (id: string) => request("POST", "/api/puzzles/{id}/solution", { path: { id } }),
  mistakes: () => request("POST", "/api/puzzles/mistakes"),
};
