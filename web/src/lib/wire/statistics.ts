// Statistics of a person's own finished games.
import type { Schemas } from "./schemas";
import { fetchFile, request } from "./http";

export type GamePoint = Schemas["GamePoint"];
export type TimeClass = Schemas["TimeClass"];
export type Figures = Schemas["PersonStatistics"];
export type Phase = "opening" | "middle" | "late" | "last" | "end";
export type ByPhase = Readonly<Partial<Record<Phase, number>>>;

export type EventStatistics = Schemas["EventStatistics"];

export const statistics = {
  own: () => request("POST", "/api/statistics"),
  ofEvent: (id: string, division: string | null) =>
    request("POST", "/api/tournaments/{id}/statistics", { path: { id }, body: { division } }),
  eventFile: (id: string, division: string | null, form: "csv" | "html") =>
    fetchFile("/api/tournaments/{id}/statistics/file", { path: { id }, body: { division, form } }),
  file: (form: "csv" | "html") => fetchFile("/api/statistics/file", { body: { form } }),
} as const;
