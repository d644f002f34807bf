// A turn judged anew by the kernel of the page. It does what `mostek.engine.review.verdicts` does on the server, over the same
// deals, so that it comes to the same numbers: a change there is a change here, and a test compares them.
import type { Batch, Comparing } from "../analysis/comparing";
import { writtenMove, type Candidate as Found, type Move } from "../analysis/moves";
import { SIDE, type AnalysisPosition } from "../analysis/position";
import { step } from "../board/squares";
import { BLANK, faceOf, lettersOf, readFaces, writeFaces, type Face, type TileSet } from "../board/tiles";
import type { Candidate, DeepEffort, Depth, Grade, GradeLimits, Loss, Sign, TurnReview } from "../wire/reviews";
import { readMove } from "./position";

/** Whoever compares: the kernel of the page. */
export interface Comparer {
  best(position: AnalysisPosition, count: number): Promise<readonly Found[]>;
  compare(comparing: Comparing, signal: AbortSignal, onbatch: (done: number) => void): Promise<readonly Batch[]>;
}

interface Deepening {
  readonly depth: Depth;
  readonly effort: DeepEffort;
  /** The seed of the whole review. */
  readonly seed: number;
  readonly chance: GradeLimits;
  readonly points: GradeLimits;
  readonly set: TileSet;
}

/** The best moves that a turn keeps. */
const SHOWN = 5;
/** The points that are worth as much as the whole chance to win, when moves are ranked. */
const POINTS_IN_A_CHANCE = 2000;
/** Quantiles of 97.5 % of Student's distribution, by degrees of freedom. */
const STUDENT: Readonly<Record<number, number>> = { 7: 2.365, 15: 2.131 };
/** Shares of games won that are as good as equal in the first simulation. */
const CLOSE = 0.002;
/** The subsets of a rack, which may be exchanged, and the pass: they are ordered here. */
const OTHERS = 160;
const FULL_RACK = 7;
const GRADES: readonly Grade[] = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** Whether a page can judge a turn anew: more tiles are in the bag than are proved, and the rack and the move are known. */
export const canDeepen = (turn: TurnReview, effort: DeepEffort): boolean =>
  turn.played !== null && turn.bag > effort.bag && (turn.basis === "simulation" || turn.basis === "equity");

/** The verdict on a turn; null if the signal stopped it. `tell` gets the share of the work that is done. */
export async function deepened(
  turn: TurnReview,
  position: AnalysisPosition,
  how: Deepening,
  comparer: Comparer,
  signal: AbortSignal,
  tell: (share: number) => void = () => undefined,
): Promise<TurnReview | null> {
  const { effort } = how;
  const played = playedOf(turn, position);
  if (played === null) return null;
  const found = await comparer.best(position, 2 * effort.candidates + OTHERS);
  const ranking = ranked(found, position, how.set).slice(0, effort.candidates);
  const known = ranking.some((each) => isSame(each, played, position)) ? ranking : [...ranking, played];
  const isPhoney = turn.invalid.length > 0 && !turn.came_off;
  const own = (moves: readonly Found[]): number => moves.findIndex((each) => isSame(each, played, position));
  const legal = (order: number[], moves: readonly Found[]): number[] => (isPhoney ? order.filter((place) => place !== own(moves)) : order);
  const compare = async (moves: readonly Found[], deals: DeepEffort["first"], from: number, to: number): Promise<Compared | null> => {
    const asked = { position, moves: moves.map(({ move }) => move), deals, seed: how.seed + turn.turn };
    const batches = await comparer.compare(asked, signal, (done) => tell(from + ((to - from) * done) / deals.batches));
    return batches.length < deals.batches || signal.aborted ? null : new Compared(batches, deals.batches * deals.deals);
  };
  const share = work(effort.first, known.length) / (work(effort.first, known.length) + work(effort.second, effort.finalists));
  const first = await compare(known, effort.first, 0, share);
  if (!first) return null;
  const order = legal(first.ranked(), known);
  const leader = order[0] ?? 0;
  const kept = order.filter((place) => first.mayBeBest(leader, place)).slice(0, effort.finalists);
  const ownPlace = own(known);
  if (!kept.includes(ownPlace)) kept.push(ownPlace);
  let finalists = kept.map((place) => known[place]).filter((each) => each !== undefined);
  const second = finalists.length > 1 || how.depth !== "quick" ? await compare(finalists, effort.second, share, 1) : first;
  if (!second) return null;
  if (second === first) finalists = known;
  const shown = finalists.map((each, place) => simulated(each, position, second, place, how.set));
  const last = legal(second.ranked(), finalists);
  const others = ranking.filter((each) => !finalists.some((one) => isSame(each, one, position))).map((each) => plain(each, position, how.set));
  const best = [...last.map((place) => shown[place]).filter((each) => each !== undefined), ...others].slice(0, SHOWN);
  const at = own(finalists);
  return graded(turn, how, best, shown[at] ?? plain(played, position, how.set), lossOf(second, last[0] ?? 0, at), known.length);
}

const work = ({ batches, deals, plies }: DeepEffort["first"], moves: number): number => batches * deals * (plies + 1) * moves;

/** The outcomes of moves over equal deals: a row for each batch. */
class Compared {
  constructor(
    private readonly batches: readonly Batch[],
    readonly deals: number,
  ) {}

  share = (place: number): Mean => meanOf(this.batches.map(({ shares }) => shares[place] ?? 0));
  spread = (place: number): Mean => meanOf(this.batches.map(({ spreads }) => spreads[place] ?? 0));
  shareLost = (best: number, place: number): Mean => meanOf(this.batches.map(({ shares }) => (shares[best] ?? 0) - (shares[place] ?? 0)));
  spreadLost = (best: number, place: number): Mean => meanOf(this.batches.map(({ spreads }) => (spreads[best] ?? 0) - (spreads[place] ?? 0)));

  /** Best first, by the share of games won, and by the spread where shares are as good as equal. */
  ranked(): number[] {
    const count = this.batches[0]?.shares.length ?? 0;
    const worth = Array.from({ length: count }, (_, place) => this.share(place).mean + this.spread(place).mean / POINTS_IN_A_CHANCE);
    return worth.map((_, place) => place).sort((one, other) => (worth[other] ?? 0) - (worth[one] ?? 0) || one - other);
  }

  mayBeBest(leader: number, place: number): boolean {
    const [share, spread] = [this.shareLost(leader, place), this.spreadLost(leader, place)];
    return place === leader || share.mean <= 2 * share.margin || (share.mean < CLOSE && spread.mean <= 2 * spread.margin);
  }
}

interface Mean {
  readonly mean: number;
  readonly margin: number;
}

function meanOf(values: readonly number[]): Mean {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return { mean, margin: ((STUDENT[count - 1] ?? 2) * Math.sqrt(squares / (count - 1))) / Math.sqrt(count) };
}

function lossOf(compared: Compared, best: number, played: number): Loss {
  if (best === played) return { chance: 0, points: 0, chance_margin: 0, points_margin: 0 };
  const [chance, points] = [compared.shareLost(best, played), compared.spreadLost(best, played)];
  return {
    chance: chance.mean > chance.margin ? rounded(chance.mean, 4) : 0,
    points: points.mean > points.margin ? rounded(points.mean, 3) : 0,
    chance_margin: rounded(chance.margin, 4),
    points_margin: rounded(points.margin, 3),
  };
}

function gradeOf(loss: number, { good, inaccuracy, mistake }: GradeLimits): Grade {
  if (loss <= 0) return "best";
  return loss < good ? "good" : loss < inaccuracy ? "inaccuracy" : loss < mistake ? "mistake" : "blunder";
}

/** Good needs both grades; else the milder counts, but is no better than an inaccuracy. */
function combined(one: Grade, other: Grade): Grade {
  const [milder = 0, worse = 0] = [GRADES.indexOf(one), GRADES.indexOf(other)].sort((a, b) => a - b);
  return GRADES[worse <= 1 ? worse : Math.max(milder, 2)] ?? "best";
}

function graded(turn: TurnReview, how: Deepening, best: readonly Candidate[], played: Candidate, loss: Loss, count: number): TurnReview {
  const isForced = count <= 1;
  const [byChance, byPoints] = [gradeOf(loss.chance, how.chance), gradeOf(loss.points, how.points)];
  const before = best[0]?.chance ?? 0;
  const next: TurnReview = {
    ...turn,
    depth: how.depth,
    basis: "simulation",
    best,
    played,
    loss,
    grade: isForced ? null : combined(byChance, byPoints),
    grade_by_chance: isForced ? null : byChance,
    grade_by_points: isForced ? null : byPoints,
    unjudged: isForced ? "no_choice" : null,
    chance_before: before,
    chance_after: rounded(Math.max(0, before - loss.chance), 4),
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
  const points = rounded(isKnown ? (better.spread ?? 0) - (played.spread ?? 0) : better.equity - played.equity, 3);
  return points > 0 ? [{ sign: "missed_bingo", move: better.move, words: [], points }, ...kept] : kept;
}

/** The move that was played, as the review writes it. What came off again is a pass. */
function playedOf(turn: TurnReview, position: AnalysisPosition): Found | null {
  if (!turn.played) return null;
  const equity = Math.round(1000 * turn.played.equity);
  const move = moveOf(turn.played.move, turn.played.score, position);
  return move && { move, equity, simulated: null };
}

function moveOf(text: string, score: number, { board }: AnalysisPosition): Move | null {
  const read = readMove(text);
  if (read.kind === "pass") return { kind: "pass" };
  if (read.kind === "exchange") return { kind: "exchange", faces: readFaces(read.exchanged) };
  if (read.kind !== "play") return null;
  const parts = read.word.match(/\[[^\]]+\]|./gu) ?? [];
  const tiles = parts.map((tile, at) => (board[step(read.square, read.direction, at, SIDE) ?? ""] === undefined ? tile : null));
  return { kind: "play", square: read.square, direction: read.direction, tiles, score };
}

/** The moves in the server's order: plays as they come, then the pass, then exchanges of few tiles; on the empty board across. */
function ranked(found: readonly Found[], position: AnalysisPosition, set: TileSet): readonly Found[] {
  const codes = [BLANK, ...lettersOf(set)];
  const isFirst = Object.keys(position.board).length === 0;
  const key = ({ move }: Found): readonly number[] => {
    if (move.kind === "play") return [0];
    if (move.kind === "pass") return [1];
    return [2, move.faces.length, ...move.faces.map((face) => codes.indexOf(face)).sort((one, other) => one - other)];
  };
  return found
    .filter(({ move }) => !(isFirst && move.kind === "play" && move.direction === "down"))
    .map((each, place) => ({ each, place, key: key(each) }))
    .sort((one, other) => other.each.equity - one.each.equity || compareKeys(one.key, other.key) || one.place - other.place)
    .map(({ each }) => each);
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Whether two moves lay the same tiles, or exchange the same. */
const isSame = (one: Found, other: Found, position: AnalysisPosition): boolean => layKey(one.move, position) === layKey(other.move, position);

function layKey(move: Move, position: AnalysisPosition): string {
  if (move.kind === "pass") return "-";
  if (move.kind === "exchange") return `-${[...move.faces].sort().join()}`;
  const laid = move.tiles.map((tile, at) => (tile === null ? "" : `${step(move.square, move.direction, at, SIDE)}${tile}`));
  return laid.filter(Boolean).sort().join() || JSON.stringify(position.rack);
}

function plain({ move, equity }: Found, position: AnalysisPosition, set: TileSet): Candidate {
  return {
    move: written(move, position, set),
    score: move.kind === "play" ? move.score : 0,
    equity: equity / 1000,
    left: sorted(leftOf(move, position), set),
    chance: null,
    chance_margin: 0,
    spread: null,
    spread_margin: 0,
    deals: 0,
    is_proved: false,
  };
}

function simulated(found: Found, position: AnalysisPosition, compared: Compared, place: number, set: TileSet): Candidate {
  const [share, spread] = [compared.share(place), compared.spread(place)];
  return {
    ...plain(found, position, set),
    chance: rounded(share.mean, 4),
    chance_margin: rounded(share.margin, 4),
    spread: rounded(spread.mean, 3),
    spread_margin: rounded(spread.margin, 3),
    deals: compared.deals,
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

/** As Python rounds: halves to the even digit. Only a multiple of a small power of two can be such a half. */
function rounded(value: number, digits: number): number {
  const scaled = value * 10 ** digits;
  const floor = Math.floor(scaled);
  if (scaled - floor === 0.5 && Number.isInteger(value * 2 ** (digits + 1))) return (floor % 2 === 0 ? floor : floor + 1) / 10 ** digits;
  return Number(value.toFixed(digits));
}
