// The clauses of a rulebook as the rules page shows them.
import { m } from "$lib/text/text";
import type { RulebookText } from "$lib/wire/api";

type ClauseLine = RulebookText["clauses"][number];

/** Small letters without Polish marks, so that "plytka" finds "płytka". */
export function plain(text: string): string {
  return text.toLocaleLowerCase("pl").replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");
}

/** The clauses of a subject (empty: of all) that have every word of the query in their number or wording, in their order. */
export function found(clauses: readonly ClauseLine[], query: string, section = ""): readonly ClauseLine[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return clauses.filter((clause) => {
    const text = plain(`${clause.id} ${clause.wording}`);
    return (section === "" || clause.section === section) && words.every((word) => text.includes(word));
  });
}

/** The subjects of a rulebook in the order in which they first come. */
export const sectionsOf = (clauses: readonly ClauseLine[]): readonly string[] => [
  ...new Set(clauses.map(({ section }) => section)),
];

const NAMES: Readonly<Record<string, () => string>> = {
  arbiter: m.shell_section_arbiter,
  awards: m.shell_section_awards,
  challenge: m.shell_section_challenge,
  clock: m.shell_section_clock,
  conduct: m.shell_section_conduct,
  doc: m.shell_section_doc,
  draw: m.shell_section_draw,
  end: m.shell_section_end,
  exchange: m.shell_section_exchange,
  "final scoring": m.shell_section_final_scoring,
  move: m.shell_section_move,
  notation: m.shell_section_notation,
  pass: m.shell_section_pass,
  record: m.shell_section_record,
  registration: m.shell_section_registration,
  scoring: m.shell_section_scoring,
  setup: m.shell_section_setup,
  tiles: m.shell_section_tiles,
  tournament: m.shell_section_tournament,
};

/** The name of a subject; the server's own word for one that the page does not know. */
export const sectionName = (section: string): string => NAMES[section]?.() ?? section;
