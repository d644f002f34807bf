// A refusal in its parts: the sentence, and the clauses that are shown as buttons beside it.
import type { Refusal } from "$lib/wire/types";

interface RefusalParts {
  readonly sentence: string;
  readonly clauses: readonly string[];
}

/** A clause in brackets, as the server writes it after each fault of a placement: `(GEN-5a)`. */
const CITED = / \(([A-Z][A-Z0-9]*-[\w.-]+(?:, [A-Z][A-Z0-9]*-[\w.-]+)*)\)/g;

/** The clauses in the sentence stand beside it only, so that none is shown twice. */
export function parts({ message, clause }: Pick<Refusal, "message" | "clause">): RefusalParts {
  const cited = [...message.matchAll(CITED)].flatMap(([, clauses]) => (clauses ?? "").split(", "));
  const named = clause ? clause.split(", ") : [];
  return { sentence: message.replaceAll(CITED, ""), clauses: [...new Set([...named, ...cited])] };
}
