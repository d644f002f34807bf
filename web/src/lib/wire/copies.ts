// Copies of a tournament on other computers: publishing it, a second computer that stands by, and the page of who owns a copy.
import type { Schemas } from "./schemas";
import { request } from "./http";
import type { Audience } from "./tournaments";

export type PublicationState = Schemas["PublicationState"];
export type StandbyState = Schemas["SecondComputers"];
export type CopyState = Schemas["CopyReceipt"];

const part = encodeURIComponent;
const of = (id: string): string => `/tournaments/${part(id)}/publication`;

export const copies = {
  publication: (id: string) => request<PublicationState>("GET", of(id)),
  publish: (id: string, link: string, audience: Audience, agreed: boolean) =>
    request<PublicationState>("POST", of(id), { link, audience, agreed }),
  choose: (id: string, audience: Audience) => request<PublicationState>("PUT", `${of(id)}/audience`, audience),
  stop: (id: string) => request<PublicationState>("POST", `${of(id)}/stop`),
  again: (id: string) => request<PublicationState>("POST", `${of(id)}/again`),
  remove: (id: string) => request<PublicationState>("DELETE", of(id)),
  standbys: (id: string) => request<StandbyState>("GET", `/tournaments/${part(id)}/standbys`),
  offerStandby: (id: string) =>
    request<{ readonly url: string; readonly command: string }>("POST", `/tournaments/${part(id)}/standbys`),
  withdrawStandbys: (id: string) => request<StandbyState>("DELETE", `/tournaments/${part(id)}/standbys`),
  copy: (token: string) => request<CopyState>("GET", `/copies/${part(token)}`),
  removeCopy: (token: string) => request<undefined>("DELETE", `/copies/${part(token)}`),
  goOn: (token: string) => request<{ readonly url: string }>("POST", `/copies/${part(token)}/go-on`),
  fileUrl: (token: string): string => `/api/copies/${part(token)}/file`,
};
