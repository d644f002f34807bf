// What an invitation is for, in words.
import { m } from "$lib/text/text";
import type { InvitedRole, OpenInvitation } from "$lib/wire/api";
import { roleText } from "./roles";

export const DAY_HOURS = 24;
export const WEEK_HOURS = 7 * DAY_HOURS;

/** What a host wants the next invitation to be. */
export interface Wish {
  readonly as: InvitedRole;
  readonly uses: number;
  readonly hours: number;
}

/** `5 listopada, 14:05` */
export const dateText = (moment: number, language: string): string =>
  new Intl.DateTimeFormat(language, { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" }).format(moment);

/** `gracz · dla 1 osoby · do 5 listopada, 14:05` */
export function invitationText({ role, uses, used, until }: OpenInvitation, language: string): string {
  const parts = [roleText(role)];
  parts.push(uses === null ? m.game_invitation_any() : m.game_invitation_left({ left: uses - used, uses }));
  if (until !== null) parts.push(m.game_invitation_until({ date: dateText(until, language) }));
  return parts.join(" · ");
}
