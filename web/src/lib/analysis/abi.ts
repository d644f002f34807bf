// The numbers of the kernel's C ABI: `kernel/crates/wasm`. Requests and answers, without an instance.
import type { Face, TileSet, TileText } from "../board/tiles";
import { BLANK, isBlank, letterOf, lettersOf } from "../board/tiles";
import { nameOf, placeOf } from "../board/squares";
import type { Candidate, Move } from "./moves";
import { SIDE, numberOf, unseen, type AnalysisPosition } from "./position";

/** The version of the ABI that this page speaks. */
export const ABI = 4;

export const Operation = {
  buildGraph: 1,
  piece: 2,
  pieceSum: 3,
  game: 4,
  graph: 5,
  totals: 6,
  best: 7,
  simulate: 8,
  iterate: 9,
  solve: 10,
  words: 11,
  find: 12,
  contains: 13,
  rank: 14,
  likely: 15,
  judge: 16,
  deal: 17,
} as const;

/** The codes of the kernel's faults that mean something of their own to a page. */
export const STRUCTURE_FAULTS: readonly number[] = [4, 5, 6, 7, 8];
export const MEMORY_FAULT = 17;

const BLANK_BIT = 0x80;
const MOVE_BYTES = 28;
const ESTIMATE_BYTES = MOVE_BYTES + 4 + 4 * 8;
const EXCHANGE = 2;

/** The kernel's codes of tiles: 0 for a blank, otherwise the letter's place in the alphabet. */
export class Codes {
  readonly #letters: readonly string[];

  constructor(readonly set: TileSet) {
    this.#letters = lettersOf(set);
  }

  face(face: Face): number {
    return face === BLANK ? 0 : this.#letters.indexOf(face) + 1;
  }

  tile(tile: TileText): number {
    const code = this.#letters.indexOf(letterOf(tile) ?? "") + 1;
    return isBlank(tile) ? code | BLANK_BIT : code;
  }

  faceOf(code: number): Face {
    return code === 0 ? BLANK : (this.#letters[code - 1] ?? BLANK);
  }

  tileOf(code: number): TileText {
    const letter = this.#letters[(code & ~BLANK_BIT) - 1] ?? BLANK;
    const text = code & BLANK_BIT ? letter.toLowerCase() : letter;
    return [...text].length > 1 ? `[${text}]` : text;
  }

  /** The numbers of a turn. */
  turn(position: AnalysisPosition): number[] {
    const board = new Array<number>(SIDE * SIDE).fill(0);
    for (const [square, tile] of Object.entries(position.board)) board[numberOf(square)] = this.tile(tile);
    // In the order in which the server has them: deals depend on it.
    const rack = [...position.rack].sort().map((face) => this.face(face));
    const hidden = unseen(position, this.set).sort().map((face) => this.face(face));
    const [own, other] = position.scores;
    return [board.length, ...board, rack.length, ...rack, hidden.length, ...hidden, own - other, position.zeroTurns];
  }

  /** The numbers of a move that is given: row, column, direction, the number of its tiles and these. */
  given(move: Move): number[] {
    if (move.kind !== "play") {
      const faces = move.kind === "exchange" ? [...move.faces].sort().map((face) => this.face(face)) : [];
      return [0, 0, EXCHANGE, faces.length, ...faces];
    }
    const { row, column } = placeOf(move.square) ?? { row: 0, column: 0 };
    const tiles = move.tiles.map((tile) => (tile === null ? 0 : this.tile(tile)));
    return [row, column, move.direction === "down" ? 1 : 0, tiles.length, ...tiles];
  }

  /** The moves of an answer of `best`. */
  moves(answer: DataView): Candidate[] {
    return Array.from({ length: answer.getUint32(0, true) }, (_, at) => this.#candidate(answer, 4 + at * MOVE_BYTES));
  }

  /** An answer of `iterate`. */
  simulation(answer: DataView): { readonly deals: number; readonly decided: boolean; readonly found: Candidate[] } {
    return { deals: answer.getUint32(0, true), decided: answer.getUint32(4, true) === 1, found: this.estimates(answer, 16) };
  }

  /** The moves at the end of an answer, with their estimates. */
  estimates(answer: DataView, first: number): Candidate[] {
    return Array.from({ length: (answer.byteLength - first) / ESTIMATE_BYTES }, (_, at) => {
      const from = first + at * ESTIMATE_BYTES;
      const number = (place: number): number => answer.getFloat64(from + MOVE_BYTES + 4 + 8 * place, true);
      const deals = answer.getUint32(from + MOVE_BYTES, true);
      const simulated = { deals, share: number(0), shareError: number(1), spread: number(2), spreadError: number(3) };
      return { ...this.#candidate(answer, from), simulated: deals > 0 ? simulated : null };
    });
  }

  #candidate(answer: DataView, from: number): Candidate {
    const [score, equity] = [answer.getInt32(from, true), answer.getInt32(from + 4, true)];
    const [row, column, way, length] = [8, 9, 10, 11].map((at) => answer.getUint8(from + at)) as [number, number, number, number];
    const codes = Array.from({ length }, (_, at) => answer.getUint8(from + 12 + at));
    return { move: this.#move(row, column, way, codes, score), equity, simulated: null };
  }

  #move(row: number, column: number, way: number, codes: readonly number[], score: number): Move {
    if (way === EXCHANGE) return codes.length > 0 ? { kind: "exchange", faces: codes.map((code) => this.faceOf(code)) } : { kind: "pass" };
    const tiles = codes.map((code) => (code === 0 ? null : this.tileOf(code)));
    return { kind: "play", square: nameOf({ row, column }), direction: way === 1 ? "down" : "across", tiles, score };
  }
}

/** The letters of an alphabet as characters, 0 after each: what stands before the words in a request to build. */
export function lettersHeading(letters: readonly string[]): number[] {
  return letters.flatMap((letter) => [...[...letter].map((character) => character.codePointAt(0) ?? 0), 0]);
}

