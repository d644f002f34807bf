// The names of the roles beside the table.
import { m } from "$lib/text/text";
import type { Official } from "$lib/wire/api";
import type { Role } from "$lib/wire/types";

const NAMES: { readonly [Name in Role]?: () => string } = {
  player: m.game_invite_player,
  arbiter: m.game_role_arbiter,
  assistant: m.game_role_assistant,
  teacher: m.game_role_teacher,
  jury: m.game_role_jury,
  recorder: m.game_role_recorder,
  spectator: m.game_role_spectator,
};

export const roleText = (role: Role): string => NAMES[role]?.() ?? role;

/** Their names and roles, and what they see: `Zofia (sędzia, widzi stojaki)`. */
export const officialsText = (officials: readonly Official[]): string =>
  officials.map(officialText).join(", ");

function officialText({ name, role, sees_racks, asks }: Official): string {
  const said = { name, role: roleText(role) };
  if (asks) return m.game_asks_consent(said);
  return sees_racks ? m.game_sees_racks(said) : m.game_sees_no_racks(said);
}
