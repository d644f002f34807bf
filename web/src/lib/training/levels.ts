// How a weaker level chooses its move, as the bots of the server do: it knows a share of the common words, and does not always take
// the best. The chance is that of the page, so the same position may be answered in another way.
import { sha256 } from "@noble/hashes/sha2.js";
import type { Candidate, Move } from "../analysis/moves";
import type { PageLevel } from "../wire/api";

/** The best moves that are looked at; where there are more, the server's bots may know one beyond them. */
export const LOOKED_AT = 2000;
/** The candidates from which a level chooses. */
const CHOICE = 30;
/** Words with the same first letters are usually forms of one word: a level knows all of them or none. */
const STEM = 4;
const SHORTEST = 2;
/** The plays whose words are looked up at a time: the page goes on between two parts. */
const PART = 100;

type Play = Move & { readonly kind: "play" };

/** What a level needs beside the moves. */
interface LevelSight {
  /** The words that a play forms. */
  readonly words: (play: Play) => readonly string[];
  /** Those words that the common list lacks. */
  readonly unknown: (words: readonly string[]) => Promise<readonly string[]>;
  readonly random: () => number;
}

const numbers = new Map<string, number>();

/** A number below 100 that depends only on the text. The browser's own SHA-256 is missing in a hall without a certificate. */
function numberOf(text: string): number {
  const known = numbers.get(text) ?? new DataView(sha256(new TextEncoder().encode(text)).buffer).getUint32(0) % 100;
  numbers.set(text, known);
  return known;
}

/** Whether a level knows this word, if the common list has it. */
export function knows({ vocabulary }: Pick<PageLevel, "vocabulary">, word: string): boolean {
  const letters = [...word];
  const share = vocabulary[letters.length - SHORTEST];
  return share !== undefined && numberOf(letters.slice(0, STEM).join("")) < share;
}

/** The move of a level; `candidates` are the best moves by equity, exchanges among them. */
export async function chosenMove(level: PageLevel, candidates: readonly Candidate[], sight: LevelSight): Promise<Move> {
  const worth = ({ move, equity }: Candidate): number => (move.kind === "play" && !level.counts_leave ? 1000 * move.score : equity);
  const plays = candidates.filter((each): each is Candidate & { readonly move: Play } => each.move.kind === "play");
  const options: Candidate[] = await knownPlays(level, [...plays].sort((one, other) => worth(other) - worth(one)), sight);
  if (level.counts_leave || options.length === 0) options.push(...candidates.filter(({ move }) => move.kind === "exchange").slice(0, CHOICE));
  const best = options.sort((one, other) => worth(other) - worth(one)).slice(0, CHOICE);
  const [first] = best;
  if (!first) return { kind: "pass" };
  return oneOf(best, best.map((each) => Math.exp((worth(each) - worth(first)) / level.temperature)), sight.random).move;
}

/** The first plays of which the level knows every word. */
async function knownPlays<Found extends { readonly move: Play }>(level: PageLevel, plays: readonly Found[], sight: LevelSight): Promise<Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < plays.length && found.length < CHOICE; at += PART) {
    const part = plays.slice(at, at + PART).map((play) => ({ play, words: sight.words(play.move) }));
    const perhaps = part.filter(({ words }) => words.length > 0 && words.every((word) => knows(level, word)));
    const asked = [...new Set(perhaps.flatMap(({ words }) => words))];
    const unknown = new Set(asked.length > 0 ? await sight.unknown(asked) : []);
    found.push(...perhaps.filter(({ words }) => !words.some((word) => unknown.has(word))).map(({ play }) => play));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return found.slice(0, CHOICE);
}

function oneOf<Value>(values: readonly Value[], weights: readonly number[], random: () => number): Value {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const at = weights.findIndex((weight) => (left -= weight) < 0);
  return values[at < 0 ? 0 : at] as Value;
}
