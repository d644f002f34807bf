// The state of a table at a glance: a sign and a word, never a colour alone; what needs a person most comes first.
import { m } from "$lib/text/text";
import type { Light, OfficeRole, TableCard } from "$lib/wire/tournaments";

const ORDER: readonly Light[] = ["disputed", "ruling", "awaited", "told", "playing", "not_yet", "in"];
export const SIGNS: Readonly<Record<Light, string>> = { not_yet: "·", awaited: "…", playing: "▶", told: "½", disputed: "≠", ruling: "!", in: "✓" };

export const lightText = (light: Light): string =>
  ({
    not_yet: m.desk_light_not_yet,
    awaited: m.desk_light_awaited,
    playing: m.desk_light_playing,
    told: m.desk_light_told,
    disputed: m.desk_light_disputed,
    ruling: m.desk_light_ruling,
    in: m.desk_light_in,
  })[light]();

export const officeText = (role: OfficeRole): string =>
  ({
    director: m.desk_role_director,
    chief_arbiter: m.desk_role_chief_arbiter,
    assistant: m.desk_role_assistant,
    scorekeeper: m.desk_role_scorekeeper,
    announcer: m.desk_role_announcer,
  })[role]();

/** The tables in the order in which a person is needed at them. */
export const byNeed = (tables: readonly TableCard[]): readonly TableCard[] =>
  [...tables].sort((one, other) => ORDER.indexOf(one.light) - ORDER.indexOf(other.light) || one.table - other.table);
