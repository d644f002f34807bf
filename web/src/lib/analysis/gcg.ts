// A game as GCG, with comments as notes: read into a tree, and written from its main line.
import { lettersOf, readFaces, writeFaces, type Layout, type TileSet } from "../board/tiles";
import type { Move } from "./moves";
import { moveText, readMove } from "./moveText";
import { measured } from "./scoring";
import { SIDE, after, checkedRack, type AnalysisPosition } from "./position";
import { add, line, root, type TreeNode } from "./tree";

/** The longest file that is read, in characters. */
const LONGEST = 200_000;
/** The longest comment. */
export const COMMENT = 2000;

export type GcgFault =
  | { readonly kind: "long" }
  | { readonly kind: "no_moves" }
  | { readonly kind: "line"; readonly line: number; readonly text: string };

/** A text that is no game. */
export class GcgError extends Error {
  constructor(readonly fault: GcgFault) {
    super(fault.kind);
  }
}

interface ReadGame {
  readonly root: TreeNode;
  readonly names: readonly [string, string];
}

const MOVE = /^>([^:]+):\s*(\S*)\s+(-\S*|[0-9A-Oa-o]{2,3})(?:\s+(\S+))?\s+[+-]\d+\s+-?\d+\s*$/u;

/** Whether a text looks like GCG and not like a line of CGP. */
export const isGcg = (text: string): boolean => /^\s*[>#]/mu.test(text);

/** Read a game. What is played again after it was withdrawn becomes the main line, the withdrawn move a variation. */
export function readGcg(text: string, layout: Layout, set: TileSet): ReadGame {
  if (text.length > LONGEST) throw new GcgError({ kind: "long" });
  const names: string[] = [];
  const nicks: string[] = [];
  let at = root({ board: {}, rack: [], other: [], scores: [0, 0], zeroTurns: 0 });
  const first = at;
  const lines = text.replace(/^\uFEFF/, "").normalize("NFC").split(/\r\n|\r|\n/u);
  lines.forEach((written, number) => {
    const fail = (): never => {
      throw new GcgError({ kind: "line", line: number + 1, text: written.slice(0, 60) });
    };
    const player = /^#player[12]\s+(\S+)\s*(.*)$/u.exec(written);
    if (player) return void (nicks.push(player[1] as string), names.push((player[2] || player[1]) as string));
    const note = /^#note\s?(.*)$/u.exec(written);
    if (note) return void (at.comment = `${at.comment}\n${note[1]}`.trim().slice(0, COMMENT));
    if (!written.startsWith(">")) return;
    const said = MOVE.exec(written);
    // Times, challenge bonuses and the tiles left at the end change no position.
    if (!said) return void (/^>[^:]+:\s*\S*\s*(\(\S*\)|[+-]?\d)/u.test(written) ? null : fail());
    const [, nick = "", rack = "", where = "", what = ""] = said;
    if (!nicks.includes(nick)) nicks.push(nick);
    const isFirst = nicks.indexOf(nick) === 0;
    if (where === "--") return void (at = withdrawn(at));
    try {
      at = onTurn(at, isFirst, line(at).length % 2 === 0);
      at.position = checkedRack(at.position, rack.includes("?") || rack ? readFaces(rack.toUpperCase()) : [], set);
      const move = moveOf(where, what, at.position, layout, set) ?? fail();
      at = add(at, move, after(at.position, move));
      if (at.parent && at.parent.children.length > 1) at.parent.children.unshift(at.parent.children.pop() as TreeNode);
    } catch (fault) {
      if (fault instanceof GcgError) throw fault;
      fail();
    }
  });
  if (first.children.length === 0) throw new GcgError({ kind: "no_moves" });
  return { root: first, names: [names[0] ?? nicks[0] ?? "", names[1] ?? nicks[1] ?? ""] };
}

/** The move was challenged away: the position before it stands, with the other player on turn. */
function withdrawn(at: TreeNode): TreeNode {
  const before = at.parent;
  if (!before) return at;
  return add(before, { kind: "pass" }, after(before.position, { kind: "pass" }));
}

/** Where the same player is on turn twice, the other one has passed. */
function onTurn(at: TreeNode, isFirst: boolean, isFirstNow: boolean): TreeNode {
  if (isFirst === isFirstNow) return at;
  return add(at, { kind: "pass" }, after(at.position, { kind: "pass" }));
}

function moveOf(where: string, what: string, { board }: AnalysisPosition, layout: Layout, set: TileSet): Move | null {
  const said = readMove(where, what, board, SIDE);
  if (said?.kind !== "laid") return said;
  const letters = lettersOf(set);
  const known = Object.values(said.laid).every((tile) => letters.includes(tile.replace(/^\[|\]$/g, "").toUpperCase()));
  const play = known ? measured(board, said.laid, layout, set) : "nothing";
  return typeof play === "string" ? null : play.move;
}

/** The main line as GCG; null where it does not begin with an empty board, which GCG cannot say. */
export function writeGcg(first: TreeNode, names: readonly [string, string]): string | null {
  if (Object.keys(first.position.board).length > 0) return null;
  const [one, two] = names;
  const lines = ["#character-encoding UTF-8", `#player1 p1 ${one || "p1"}`, `#player2 p2 ${two || "p2"}`, ...notes(first.comment)];
  const totals = [...first.position.scores] as [number, number];
  let at = first;
  for (let turn = 0; at.children[0]; turn += 1) {
    const [node, ...others] = at.children as [TreeNode, ...TreeNode[]];
    const move = node.move as Move;
    const points = move.kind === "play" ? move.score : 0;
    totals[turn % 2] = (totals[turn % 2] as number) + points;
    const rack = writeFaces(at.position.rack) || "?";
    lines.push(`>p${(turn % 2) + 1}: ${rack} ${moveText(move)} +${points} ${totals[turn % 2]}`);
    lines.push(...notes(node.comment), ...others.flatMap((other) => notes(variation(other))));
    at = node;
  }
  return `${lines.join("\n")}\n`;
}

/** A variation as one line: its moves with their comments. */
function variation(at: TreeNode): string {
  const said = `${moveText(at.move as Move)}${at.comment ? ` {${at.comment}}` : ""}`;
  const [main, ...others] = at.children.map(variation);
  const further = [...others.map((other) => `(${other})`), ...(main === undefined ? [] : [main])];
  return [said, ...further].join(", ");
}

const notes = (text: string): string[] => text.split("\n").filter((each) => each.trim() !== "").map((each) => `#note ${each.trim()}`);
