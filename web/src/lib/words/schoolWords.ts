// Words fit for a school, as `src/mostek/lexicon/school_words.py` knows them: both read one table.
import table from "../../../../src/mostek/lexicon/data/vulgar_words.tsv?raw";

const [[prefixes = ""] = [], ...stems] = table.trimEnd().split("\n").slice(1).map((line) => line.split("\t"));

function joined(rows: readonly (readonly string[])[]): RegExp {
  const patterns = rows.map(([pattern = ""]) => (pattern.startsWith("+") ? `${prefixes}(?:${pattern.slice(1)})` : pattern));
  return new RegExp(`^(?:${patterns.map((pattern) => `(?:${pattern})`).join("|")})$`, "u");
}

const vulgar = joined(stems.filter(([, sense]) => sense === "vulgar"));
const unfit = joined(stems);

/** Whether a word in capitals is vulgar in its usual sense. */
export const isVulgar = (word: string): boolean => vulgar.test(word);

/** Whether a word in capitals has no vulgar sense at all, so that a school may show it unasked. */
export const isFitForSchool = (word: string): boolean => !unfit.test(word);

export const areFitForSchool = (words: readonly string[]): boolean => words.every(isFitForSchool);
