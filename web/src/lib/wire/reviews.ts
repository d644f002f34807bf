// Reviews of games: giving a file, asking for a review, and its values as the server sends them.
import type { Schemas } from "./schemas";
import { fetchFile, request, upload } from "./http";

export type ReviewForm = Schemas["AskFile"]["form"];
export type Depth = Exclude<Schemas["Depth"], "static">;
export type Grade = Schemas["Grade"];
export type Basis = Schemas["Basis"];
export type Unjudged = Schemas["Unjudged"];
export type Note = Schemas["Note"];
export type Candidate = Schemas["CandidateReview"];
export type Loss = Schemas["LossReview"];
export type Sign = Schemas["SignReview"];
export type TurnReview = Schemas["TurnReview"];
export type PlayerReview = Schemas["PlayerReview"];
export type GameReview = Schemas["GameReview"];
export type GradeLimits = Schemas["LossLimits"];
export type DeepEffort = Schemas["DeepEffort"];
export type ReviewAnswer = Schemas["ReviewAnswer"];

export const reviews = {
  give: (file: Blob) => upload("/api/reviews", file),
  /** Of one turn alone, from 0, or of the whole game. */
  show: (id: string, depth: Depth, seen: number, turn: number | null = null) =>
    request("GET", "/api/reviews/{id}", { path: { id }, query: { depth, seen, turn } }),
  ask: (id: string, depth: Depth, turn: number | null = null) =>
    request("POST", "/api/reviews/{id}", { path: { id }, body: { depth, turn } }),
  cancel: (id: string, depth: Depth, turn: number | null = null) =>
    request("DELETE", "/api/reviews/{id}", { path: { id }, query: { depth, turn } }),
  /** A finished review as a file. */
  file: (id: string, depth: Depth, form: ReviewForm) => fetchFile("/api/reviews/{id}/file", { path: { id }, body: { depth, form } }),
} as const;
