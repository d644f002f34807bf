// The clauses of a rulebook as the rules page shows them.
import type { RulebookText } from "$lib/wire/api";

export type ClauseLine = RulebookText["clauses"][number];

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
