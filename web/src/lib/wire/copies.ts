// Copies of a tournament on other computers: publishing it, a second computer that stands by, and the page of who owns a copy.
import { request } from "./http";
import type { Audience } from "./tournaments";

export interface PublicationState {
  readonly is_offered: boolean;
  /** Null if it is not published. */
  readonly stage: "sending" | "current" | "broken" | "refused" | "stopped" | null;
  readonly server: string;
  readonly url: string;
  /** The steps that the public server has, and those here. */
  readonly steps: number;
  readonly n: number;
  /** When the public server had everything, in milliseconds since 1970; 0 if it never had. */
  readonly at: number;
  /** The seconds until the next try. */
  readonly wait: number;
  readonly sentence: string;
  readonly remedy: string;
  readonly audience: Audience | null;
  /** What is sent, for the question before the first time. */
  readonly sent: readonly string[];
}

export interface StandbyState {
  readonly standbys: readonly { readonly came: boolean; readonly there: boolean; readonly behind: number }[];
  /** The command that merges what the first computer has written after it was taken over; empty if there is nothing to merge. */
  readonly merge: string;
}

export interface CopyState {
  readonly name: string;
  readonly url: string;
  readonly steps: number;
  readonly at: number;
}

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
