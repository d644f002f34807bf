// A training game against the kernel of the page: bag, racks and score, without a referee. Rules: two players, no clock; only words
// of the list lie; exchanges while the bag has seven tiles, as in tournaments; two passes in a row by both end it (GEN-15c).
import { moveText } from "../analysis/moveText";
import type { Move } from "../analysis/moves";
import { SIDE, type AnalysisPosition } from "../analysis/position";
import { root, add, type TreeNode } from "../analysis/tree";
import { step, type SquareName } from "../board/squares";
import { fields, list, nullOr, oneOf, pair, record, text, whole, type Shape } from "../storage/shape";
import { faceOf, valuesOf, writeFaces, type Face, type Placement, type TileSet, type TileText } from "../board/tiles";

/** The person is 0, the kernel 1. */
export type Side = 0 | 1;

export interface MadeMove {
  readonly side: Side;
  readonly move: Move;
  /** The rack before the move. */
  readonly rack: readonly Face[];
  readonly points: number;
  readonly total: number;
}

/** How a game ended: what was left on each rack, and what it changed. */
interface GameEnd {
  readonly left: readonly [readonly Face[], readonly Face[]];
  readonly change: readonly [number, number];
}

export interface TrainingGame {
  readonly level: TrainingLevel;
  /** The next tile to draw is the last one. */
  readonly bag: readonly Face[];
  readonly racks: readonly [readonly Face[], readonly Face[]];
  readonly board: Placement;
  readonly scores: readonly [number, number];
  /** The passes in a row. */
  readonly passes: number;
  readonly onTurn: Side;
  readonly moves: readonly MadeMove[];
  readonly end: GameEnd | null;
}

/** What the kernel of a page can play: the best by equity or by simulation, or a weaker level by its name. */
export type TrainingLevel = "equity" | "simulation" | `level ${string}`;

const FACES = list(text);
const PLAY = fields<Extract<Move, { kind: "play" }>>({
  kind: oneOf("play"),
  square: text,
  direction: oneOf("across", "down"),
  tiles: list(nullOr(text)),
  score: whole,
});
const EXCHANGE = fields<Extract<Move, { kind: "exchange" }>>({ kind: oneOf("exchange"), faces: FACES });
const PASS = fields<Extract<Move, { kind: "pass" }>>({ kind: oneOf("pass") });
const MOVE: Shape<Move> = (value) => PLAY(value) || EXCHANGE(value) || PASS(value);
const LEVEL: Shape<TrainingLevel> = (value): value is TrainingLevel =>
  value === "equity" || value === "simulation" || (text(value) && value.startsWith("level "));
/** A game as it is kept. */
export const GAME = fields<TrainingGame>({
  level: LEVEL,
  bag: FACES,
  racks: pair(FACES, FACES),
  board: record(text),
  scores: pair(whole, whole),
  passes: whole,
  onTurn: oneOf(0, 1),
  moves: list(fields<MadeMove>({ side: oneOf(0, 1), move: MOVE, rack: FACES, points: whole, total: whole })),
  end: nullOr(fields<GameEnd>({ left: pair(FACES, FACES), change: pair(whole, whole) })),
});

const RACK = 7;
const PASSES = 4;
const EXCHANGE_FROM = 7;

/** A new game; `random` gives numbers below 1. */
export function begun(set: TileSet, level: TrainingLevel, first: Side, random: () => number): TrainingGame {
  const bag = shuffled(set.tiles.flatMap(({ letter, count }) => Array.from({ length: count }, () => letter)), random);
  const racks = [bag.splice(-RACK), bag.splice(-RACK)] as [Face[], Face[]];
  return { level, bag, racks, board: {}, scores: [0, 0], passes: 0, onTurn: first, moves: [], end: null };
}

/** The position of the player on turn, who does not see the other rack. */
export function positionOf({ board, racks, scores, passes, onTurn }: TrainingGame): AnalysisPosition {
  const [own, other] = onTurn === 0 ? scores : ([scores[1], scores[0]] as const);
  return { board, rack: racks[onTurn], other: [], scores: [own, other], zeroTurns: Math.min(passes, PASSES - 1) };
}

export const mayExchange = (game: TrainingGame): boolean => game.bag.length >= EXCHANGE_FROM;

/** The game after a move of the player on turn, which must be possible. */
export function played(game: TrainingGame, move: Move, set: TileSet, random: () => number): TrainingGame {
  const { onTurn: side, racks } = game;
  const gone = move.kind === "play" ? move.tiles.filter((tile) => tile !== null).map(faceOf) : move.kind === "exchange" ? move.faces : [];
  const left = without(racks[side], gone);
  const bag = [...game.bag];
  const missing = move.kind === "pass" ? 0 : RACK - left.length;
  const rack = [...left, ...bag.splice(Math.max(0, bag.length - missing))];
  const points = move.kind === "play" ? move.score : 0;
  const scores = changed(game.scores, side, game.scores[side] + points);
  const next: TrainingGame = {
    ...game,
    bag: move.kind === "exchange" ? shuffled([...bag, ...gone], random) : bag,
    racks: changed(racks, side, rack),
    board: move.kind === "play" ? { ...game.board, ...laidBy(move) } : game.board,
    scores,
    passes: move.kind === "pass" ? game.passes + 1 : 0,
    onTurn: side === 0 ? 1 : 0,
    moves: [...game.moves, { side, move, rack: racks[side], points, total: scores[side] }],
  };
  const isOver = next.passes >= PASSES || (next.bag.length === 0 && rack.length === 0);
  return isOver ? ended(next, set) : next;
}

/** What a player has left is taken off; who went out gets what the other one has left (GEN-15d, GEN-15e). */
function ended(game: TrainingGame, set: TileSet): TrainingGame {
  const values = valuesOf(set);
  const [own, other] = game.racks.map((rack) => rack.reduce((sum, face) => sum + (values[face] ?? 0), 0)) as [number, number];
  const isOut = game.racks.map((rack) => rack.length === 0);
  const change = [(isOut[0] ? other : 0) - own, (isOut[1] ? own : 0) - other] as const;
  return { ...game, scores: [game.scores[0] + change[0], game.scores[1] + change[1]], end: { left: game.racks, change } };
}

/** The tiles that a play lays, by square. */
export function laidBy(move: Move & { readonly kind: "play" }): Record<SquareName, TileText> {
  const laid: Record<SquareName, TileText> = {};
  move.tiles.forEach((tile, at) => {
    const square = step(move.square, move.direction, at, SIDE);
    if (tile !== null && square !== null) laid[square] = tile;
  });
  return laid;
}

/** The game as GCG, with what was left at its end. */
export function gameGcg(game: TrainingGame, names: readonly [string, string]): string {
  const nicks = ["p1", "p2"] as const;
  const first = game.moves[0]?.side ?? 0;
  const nick = (side: Side): string => nicks[side === first ? 0 : 1];
  const order: readonly [Side, Side] = first === 0 ? [0, 1] : [1, 0];
  const lines = ["#character-encoding UTF-8", ...order.map((side, at) => `#player${at + 1} ${nick(side)} ${names[side]}`)];
  for (const { side, move, rack, points, total } of game.moves) lines.push(`>${nick(side)}: ${writeFaces(rack)} ${moveText(move)} +${points} ${total}`);
  const { end } = game;
  if (end) {
    for (const side of order) {
      const change = end.change[side];
      const tiles = writeFaces(end.left[side]);
      const shown = change >= 0 ? writeFaces(end.left[side === 0 ? 1 : 0]) : tiles;
      if (change !== 0) lines.push(`>${nick(side)}: ${tiles} (${shown}) ${change > 0 ? "+" : ""}${change} ${game.scores[side]}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** The game as a tree for the analysis board. */
export function gameTree(game: TrainingGame): TreeNode {
  let at: TreeNode | null = null;
  let top: TreeNode | null = null;
  let board: Placement = {};
  const scores: [number, number] = [0, 0];
  let passes = 0;
  let before: Move | null = null;
  for (const { side, move, rack, points } of game.moves) {
    const other = side === 0 ? 1 : 0;
    const position: AnalysisPosition = { board, rack, other: [], scores: [scores[side], scores[other]], zeroTurns: Math.min(passes, PASSES - 1) };
    at = at && before ? add(at, before, position) : root(position);
    top ??= at;
    scores[side] += points;
    passes = move.kind === "pass" ? passes + 1 : 0;
    if (move.kind === "play") board = { ...board, ...laidBy(move) };
    before = move;
  }
  const last = positionOf(game);
  if (at && before) add(at, before, { ...last, board });
  return top ?? root(last);
}

function without(rack: readonly Face[], gone: readonly Face[]): Face[] {
  const left = [...rack];
  for (const face of gone) {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function changed<Value>(pair: readonly [Value, Value], side: Side, value: Value): readonly [Value, Value] {
  return side === 0 ? [value, pair[1]] : [pair[0], value];
}

function shuffled(tiles: readonly Face[], random: () => number): Face[] {
  const mixed = [...tiles];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other] as Face, mixed[at] as Face];
  }
  return mixed;
}
