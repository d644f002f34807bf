// Copies of a tournament on other computers: publishing it, a second computer that stands by, and the page of who owns a copy.
import type { Schemas } from "./schemas";
import { urlOf } from "./calls";
import { request } from "./http";
import type { Audience } from "./tournaments";

export type PublicationState = Schemas["PublicationState"];
export type StandbyState = Schemas["SecondComputers"];
export type CopyState = Schemas["CopyReceipt"];

export const copies = {
  publication: (id: string) => request("GET", "/api/tournaments/{id}/publication", { path: { id } }),
  publish: (id: string, link: string, audience: Audience, agreed: boolean) =>
    request("POST", "/api/tournaments/{id}/publication", { path: { id }, body: { link, audience, agreed } }),
  choose: (id: string, audience: Audience) =>
    request("PUT", "/api/tournaments/{id}/publication/audience", { path: { id }, body: audience }),
  stop: (id: string) => request("POST", "/api/tournaments/{id}/publication/stop", { path: { id } }),
  again: (id: string) => request("POST", "/api/tournaments/{id}/publication/again", { path: { id } }),
  remove: (id: string) => request("DELETE", "/api/tournaments/{id}/publication", { path: { id } }),
  standbys: (id: string) => request("GET", "/api/tournaments/{id}/standbys", { path: { id } }),
  offerStandby: (id: string) => request("POST", "/api/tournaments/{id}/standbys", { path: { id } }),
  withdrawStandbys: (id: string) => request("DELETE", "/api/tournaments/{id}/standbys", { path: { id } }),
  copy: (token: string) => request("GET", "/api/copies/{token}", { path: { token } }),
  removeCopy: (token: string) => request("DELETE", "/api/copies/{token}", { path: { token } }),
  goOn: (token: string) => request("POST", "/api/copies/{token}/go-on", { path: { token } }),
  fileUrl: (token: string): string => urlOf("/api/copies/{token}/file", { path: { token } }),
};
