// What the subjects of clauses are called.
import { m } from "$lib/text/text";

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
