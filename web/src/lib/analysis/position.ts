// A position of analysis: what a line of CGP says, checked against the tile set.
import { nameOf, placeOf, step, type SquareName } from "../board/squares";
import { BLANK, faceOf, isBlank, readFaces, writeFaces, type Face, type Placement, type TileSet, type TileText } from "../board/tiles";
import type { Move } from "./moves";

/** The rows and columns of the board. */
export const SIDE = 15;
/** The tiles of a full rack. */
const RACK = 7;
/** The fourth turn without points in a row ends a game. */
const MOST_ZERO_TURNS = 3;
/** The longest line that is read. */
const LONGEST = 2000;

export interface AnalysisPosition {
  readonly board: Placement;
  /** The rack of the player on turn. */
  readonly rack: readonly Face[];
  /** The other rack, as far as it is known; nobody's analysis uses it before the bag is empty. */
  readonly other: readonly Face[];
  /** Of the player on turn, and of the other one. */
  readonly scores: readonly [number, number];
  readonly zeroTurns: number;
}

export type PositionFault =
  | { readonly kind: "empty" }
  | { readonly kind: "long" }
  | { readonly kind: "rows"; readonly count: number }
  | { readonly kind: "row"; readonly row: number; readonly count: number }
  | { readonly kind: "sign"; readonly sign: string; readonly column: number }
  | { readonly kind: "no_rack" }
  | { readonly kind: "rack"; readonly count: number }
  | { readonly kind: "surplus"; readonly tiles: string };

/** A text that is no position. */
export class PositionError extends Error {
  constructor(readonly fault: PositionFault) {
    super(fault.kind);
  }
}

const fail = (fault: PositionFault): never => {
  throw new PositionError(fault);
};

/** Read a line of CGP: rows, racks, scores, turns without points; what follows them does not matter. */
export function readPosition(text: string, set: TileSet, needsRack = true): AnalysisPosition {
  const line = text.replace(/^\uFEFF/, "").trim().normalize("NFC");
  if (line === "") return fail({ kind: "empty" });
  if (line.length > LONGEST) return fail({ kind: "long" });
  const [rows = "", racks = "", scores = "", zeros = ""] = line.split(/\s+/);
  const board = readRows(rows, set);
  const [own = "", other = ""] = racks.split("/");
  const rack = readRack(own, set, line.indexOf(racks) + 1);
  if (rack.length === 0 && needsRack) fail({ kind: "no_rack" });
  const [mine = 0, theirs = 0] = scores.split("/").map((score) => Number.parseInt(score, 10) || 0);
  const zeroTurns = Math.min(Math.max(Number.parseInt(zeros, 10) || 0, 0), MOST_ZERO_TURNS);
  return checked({ board, rack, other: readRack(other, set, 1), scores: [mine, theirs], zeroTurns }, set);
}

/** The same position with another rack, as text. */
export function withRack(position: AnalysisPosition, text: string, set: TileSet): AnalysisPosition {
  const rack = readRack(text.trim().normalize("NFC"), set, 1);
  if (rack.length === 0) fail({ kind: "no_rack" });
  return checkedRack(position, rack, set);
}

/** The same position with another rack; what the other player is known to hold gives way to it. */
export function checkedRack(position: AnalysisPosition, rack: readonly Face[], set: TileSet): AnalysisPosition {
  const wrong = rack.findIndex((face) => !knows(set, face));
  if (wrong >= 0) fail({ kind: "sign", sign: rack[wrong] as string, column: wrong + 1 });
  if (rack.length > RACK || position.other.length > RACK) fail({ kind: "rack", count: Math.max(rack.length, position.other.length) });
  const next = checked({ ...position, rack, other: [] }, set);
  const left = unseen(next, set);
  const other = position.other.filter((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return { ...next, other };
}

/** A position that a person has set up: board, both racks, scores. */
export function setUp(position: AnalysisPosition, racks: readonly [string, string], set: TileSet): AnalysisPosition {
  const [rack, other] = racks.map((text) => readRack(text.trim().normalize("NFC"), set, 1)) as [Face[], Face[]];
  return checked({ ...position, rack, other }, set);
}

/** The tiles of the bag: those that are on no rack that is known. */
export function bagOf(position: AnalysisPosition, set: TileSet): Face[] {
  const left = unseen(position, set);
  for (const face of position.other) {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The rack of the player on turn, filled up by chance out of what nobody is known to hold. `random` gives numbers below 1. */
export function withDraw(position: AnalysisPosition, set: TileSet, random: () => number): AnalysisPosition {
  const bag = bagOf(position, set);
  const rack = [...position.rack];
  // The other rack comes first out of tiles that are nearly gone: it is full unless the bag is empty.
  while (rack.length < RACK && bag.length > 0) rack.push(...bag.splice(Math.floor(random() * bag.length), 1));
  return { ...position, rack };
}

/** Whether the game is over: somebody has gone out, or nobody lays tiles any more (GEN-15). */
export function isOver(position: AnalysisPosition, set: TileSet): boolean {
  const { rack, other, zeroTurns, board } = position;
  if (zeroTurns > MOST_ZERO_TURNS) return true;
  const out = rack.length === 0 || other.length === 0;
  return out && Object.keys(board).length > 0 && bagOf(position, set).length === 0;
}

/** A position as a line of CGP. */
export function writePosition({ board, rack, other, scores, zeroTurns }: AnalysisPosition): string {
  const rows = Array.from({ length: SIDE }, (_, row) => {
    const tiles = Array.from({ length: SIDE }, (_unused, column) => board[nameOf({ row, column })] ?? " ").join("");
    return tiles.replace(/ +/g, (gap) => String(gap.length));
  });
  return `${rows.join("/")} ${writeFaces(rack)}/${writeFaces(other)} ${scores.join("/")} ${zeroTurns}`;
}

/** The tiles of the set that are neither on the board nor on the rack. */
export function unseen({ board, rack }: AnalysisPosition, set: TileSet): Face[] {
  const left = new Map(set.tiles.map(({ letter, count }) => [letter, count]));
  for (const face of [...Object.values(board).map(faceOf), ...rack]) left.set(face, (left.get(face) ?? 0) - 1);
  return [...left].flatMap(([face, count]) => Array.from({ length: Math.max(0, count) }, () => face));
}

/** The position after a move, with the other player on turn. What they hold is known only if the position knew it. */
export function after(position: AnalysisPosition, move: Move): AnalysisPosition {
  const { scores, rack, other } = position;
  const left = [...rack];
  const gone = move.kind === "play" ? move.tiles.filter((tile) => tile !== null).map(faceOf) : move.kind === "exchange" ? move.faces : [];
  for (const face of gone) {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
  }
  if (move.kind !== "play") {
    return { ...position, rack: other, other: left, scores: [scores[1], scores[0]], zeroTurns: position.zeroTurns + 1 };
  }
  const board: Record<SquareName, TileText> = { ...position.board };
  move.tiles.forEach((tile, at) => {
    const square = step(move.square, move.direction, at, SIDE);
    if (tile !== null && square !== null) board[square] = tile;
  });
  return { board, rack: other, other: left, scores: [scores[1], scores[0] + move.score], zeroTurns: 0 };
}

function readRows(text: string, set: TileSet): Placement {
  const rows = text.split("/");
  if (rows.length !== SIDE) fail({ kind: "rows", count: rows.length });
  const board: Record<SquareName, TileText> = {};
  let column = 1;
  rows.forEach((written, row) => {
    let at = 0;
    for (const [part] of written.matchAll(/\d+|\[[^\]]*\]|./gu)) {
      if (/^\d/.test(part)) at += Number(part);
      else {
        const face = faceOf(part);
        const isTile = face === BLANK ? isBlank(part) && part !== BLANK && knows(set, part.replace(/^\[|\]$/g, "").toUpperCase()) : knows(set, face);
        if (!isTile) fail({ kind: "sign", sign: part, column });
        if (at < SIDE) board[nameOf({ row, column: at })] = part;
        at += 1;
      }
      column += part.length;
    }
    if (at !== SIDE) fail({ kind: "row", row: row + 1, count: at });
    column += 1;
  });
  return board;
}

function readRack(text: string, set: TileSet, first: number): Face[] {
  const faces = readFaces(text).map((face) => face.toUpperCase());
  const wrong = faces.findIndex((face) => !knows(set, face));
  if (wrong >= 0) fail({ kind: "sign", sign: faces[wrong] as string, column: first + wrong });
  if (faces.length > RACK) fail({ kind: "rack", count: faces.length });
  return faces;
}

const knows = (set: TileSet, face: Face): boolean => set.tiles.some(({ letter }) => letter === face);

function checked(position: AnalysisPosition, set: TileSet): AnalysisPosition {
  const counts = new Map<Face, number>();
  for (const face of [...Object.values(position.board).map(faceOf), ...position.rack, ...position.other]) counts.set(face, (counts.get(face) ?? 0) + 1);
  const surplus = set.tiles.filter(({ letter, count }) => (counts.get(letter) ?? 0) > count).map(({ letter }) => letter);
  if (surplus.length > 0) fail({ kind: "surplus", tiles: surplus.join(" ") });
  return position;
}

/** The number of a square, row by row. */
export function numberOf(square: SquareName): number {
  const place = placeOf(square);
  return place ? place.row * SIDE + place.column : -1;
}
