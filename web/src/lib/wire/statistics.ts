// Statistics of a person's own finished games.
import type { Schemas } from "./schemas";
import { fetchFile, request } from "./http";

export type GamePoint = Schemas["GamePoint"];
export type TimeClass = Schemas["TimeClass"];
export type Figures = Schemas["PersonStatistics"];
export type Phase = "opening" | "middle" | "late" | "last" | "end";
export type ByPhase = Readonly<Partial<Record<Phase, number>>>;

export type EventStatistics = Schemas["EventStatistics"];

const ofEvent = (id: string): string => `/tournaments/${encodeURIComponent(id)}/statistics`;

export const statistics = {
  own: () => request<Schemas["OwnStatistics"]>("POST", "/statistics", {}),
  ofEvent: (id: string, division: string | null) => request<EventStatistics>("POST", ofEvent(id), { division }),
  eventFile: (id: string, division: string | null, form: "csv" | "html") => fetchFile(`${ofEvent(id)}/file`, { division, form }),
  file: (form: "csv" | "html") => fetchFile("/statistics/file", { form }),
} as const;
