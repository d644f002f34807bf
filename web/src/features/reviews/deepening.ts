// A turn judged anew by the kernel of the page, over the same deals as on the server: it comes to the same numbers.
import type { Judging, Verdict } from "$lib/analysis/judging";
import { writtenMove, type Candidate as Found, type Move } from "$lib/analysis/moves";
import { SIDE, type AnalysisPosition } from "$lib/analysis/position";
import { step } from "$lib/board/squares";
import { BLANK, faceOf, lettersOf, readFaces, writeFaces, type Face, type TileSet } from "$lib/board/tiles";
import type { Candidate, DeepEffort, Depth, GradeLimits, Sign, TurnReview } from "$lib/wire/reviews";
import { readMove } from "./position";

interface Deepening {
  readonly depth: Depth;
  readonly effort: DeepEffort;
  /** The seed of the whole review. */
  readonly seed: number;
  readonly chance: GradeLimits;
  readonly points: GradeLimits;
  readonly set: TileSet;
}

const FULL_RACK = 7;

/** Whether a page can judge a turn anew: more tiles are in the bag than are proved, and the rack and the move are known. */
export const canDeepen = (turn: TurnReview, effort: DeepEffort): boolean =>
  turn.played !== null && turn.bag > effort.bag && (turn.basis === "simulation" || turn.basis === "equity");

/** The verdict on a turn; null if it was stopped. */
export async function deepened(
  turn: TurnReview,
  position: AnalysisPosition,
  how: Deepening,
  judge: (judging: Judging) => Promise<Verdict | null>,
): Promise<TurnReview | null> {
  const { depth, effort, chance, points, set } = how;
  const { played } = turn;
  const move = played && moveOf(played.move, played.score, position);
  if (!move) return null;
  const equity = Math.round(1000 * played.equity);
  const isPhoney = turn.invalid.length > 0 && !turn.came_off;
  const verdict = await judge({ position, move, equity, isPhoney, effort, repeatsOne: depth !== "quick", seed: how.seed + turn.turn, chance, points });
  if (!verdict) return null;
  const best = verdict.best.map((each) => judged(each, position, set));
  const [grade, grade_by_chance, grade_by_points] = verdict.grades ?? [null, null, null];
  const next: TurnReview = {
    ...turn,
    depth,
    basis: "simulation",
    best,
    played: judged(verdict.played, position, set),
    loss: verdict.loss,
    grade,
    grade_by_chance,
    grade_by_points,
    unjudged: grade === null ? "no_choice" : null,
    chance_before: best[0]?.chance ?? 0,
    chance_after: verdict.chanceAfter,
  };
  return { ...next, signs: signsOf(next) };
}

/** The signs of a turn whose verdict has changed: what the move missed or cost is told anew. */
function signsOf(turn: TurnReview): readonly Sign[] {
  const kept = turn.signs
    .filter(({ sign }) => sign !== "missed_bingo" && sign !== "missed_out_play")
    .map((sign) => (sign.sign === "phoney_stood" || sign.sign === "phoney_fell" ? { ...sign, points: turn.loss?.points ?? null } : sign));
  const { played, loss, best } = turn;
  const empties = ({ left, move }: Candidate): boolean => left === "" && !move.startsWith("-");
  const better = best.find(empties);
  if (!played || !loss || !better || !(loss.chance || loss.points) || empties(played) || readFaces(turn.rack ?? "").length !== FULL_RACK) return kept;
  const isKnown = better.spread !== null && played.spread !== null;
  const points = Math.round(1000 * (isKnown ? (better.spread ?? 0) - (played.spread ?? 0) : better.equity - played.equity)) / 1000;
  return points > 0 ? [{ sign: "missed_bingo", move: better.move, words: [], points }, ...kept] : kept;
}

/** A move as the review writes it. What came off again is a pass. */
function moveOf(text: string, score: number, { board }: AnalysisPosition): Move | null {
  const read = readMove(text);
  if (read.kind === "pass") return { kind: "pass" };
  if (read.kind === "exchange") return { kind: "exchange", faces: readFaces(read.exchanged) };
  if (read.kind !== "play") return null;
  const parts = read.word.match(/\[[^\]]+\]|./gu) ?? [];
  const tiles = parts.map((tile, at) => (board[step(read.square, read.direction, at, SIDE) ?? ""] === undefined ? tile : null));
  return { kind: "play", square: read.square, direction: read.direction, tiles, score };
}

function judged({ move, equity, simulated }: Found, position: AnalysisPosition, set: TileSet): Candidate {
  return {
    move: written(move, position, set),
    score: move.kind === "play" ? move.score : 0,
    equity: equity / 1000,
    left: sorted(leftOf(move, position), set),
    chance: simulated?.share ?? null,
    chance_margin: simulated?.shareError ?? 0,
    spread: simulated?.spread ?? null,
    spread_margin: simulated?.spreadError ?? 0,
    deals: simulated?.deals ?? 0,
    is_proved: false,
  };
}

function written(move: Move, position: AnalysisPosition, set: TileSet): string {
  if (move.kind === "pass") return "-";
  return move.kind === "exchange" ? `-${sorted(move.faces, set)}` : writtenMove(move, position.board, SIDE);
}

function leftOf(move: Move, { rack }: AnalysisPosition): Face[] {
  const left = [...rack];
  const gone = move.kind === "play" ? move.tiles.filter((tile) => tile !== null).map(faceOf) : move.kind === "exchange" ? move.faces : [];
  for (const face of gone) if (left.includes(face)) left.splice(left.indexOf(face), 1);
  return left;
}

/** Faces in the order of the alphabet, blanks last. */
function sorted(faces: readonly Face[], set: TileSet): string {
  const letters = lettersOf(set);
  const at = (face: Face): number => (face === BLANK ? letters.length : letters.indexOf(face));
  return writeFaces([...faces].sort((one, other) => at(one) - at(other)));
}
