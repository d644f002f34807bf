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

const of = (id: string): string => `/reviews/${encodeURIComponent(id)}`;

/** One turn alone, from 0. */
const only = (turn: number | null): string => (turn === null ? "" : `&turn=${turn}`);

export const reviews = {
  give: (file: Blob) => upload<Schemas["GivenGame"]>("/reviews", file),
  show: (id: string, depth: Depth, seen: number, turn: number | null = null) =>
    request<ReviewAnswer>("GET", `${of(id)}?depth=${depth}&seen=${seen}${only(turn)}`),
  ask: (id: string, depth: Depth, turn: number | null = null) => request<ReviewAnswer>("POST", of(id), { depth, turn }),
  cancel: (id: string, depth: Depth, turn: number | null = null) => request<undefined>("DELETE", `${of(id)}?depth=${depth}${only(turn)}`),
  /** A finished review as a file. */
  file: (id: string, depth: Depth, form: ReviewForm) => fetchFile(`${of(id)}/file`, { depth, form }),
} as const;
