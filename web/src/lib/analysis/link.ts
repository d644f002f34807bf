// An analysis as a link: position and tree, packed into the part of an address that no server sees.
import { readFaces, writeFaces, lettersOf, type Layout, type TileSet } from "../board/tiles";
import { COMMENT } from "./gcg";
import { moveText, readMove } from "./moveText";
import { after, checkedRack, readPosition, writePosition, SIDE } from "./position";
import { measured } from "./scoring";
import { add, root, type TreeNode } from "./tree";

/** The longest link that is made, and the longest that is read, in characters. */
const [LONGEST, LONGEST_READ] = [8000, 20_000];
/** The most bytes that a link unfolds to, and the most positions. */
const [MOST_BYTES, MOST_NODES] = [200_000, 2000];

/** Move, rack of the player on turn after it, rack of the other one, comment, and what was played on. */
type Packed = readonly [move: string, rack: string, other: string, comment: string, children: readonly Packed[]];

/** A link that cannot be read; the number is that of the position. */
export class LinkError extends Error {
  constructor(readonly position: number) {
    super(`position ${position}`);
  }
}

/** The fragment for a tree; null if it would be too long. */
export async function pack(first: TreeNode): Promise<string | null> {
  const text = JSON.stringify([writePosition(first.position), first.comment, first.children.map(packed)]);
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  const written = btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return written.length > LONGEST ? null : written;
}

function packed({ move, position, comment, children }: TreeNode): Packed {
  return [move ? moveText(move) : "", writeFaces(position.rack), writeFaces(position.other), comment, children.map(packed)];
}

/** The tree of a fragment. Everything in it is checked: somebody else may have made it. Rejects with `LinkError`. */
export async function unpack(fragment: string, layout: Layout, set: TileSet): Promise<TreeNode> {
  let count = 0;
  try {
    if (fragment.length > LONGEST_READ) throw new LinkError(0);
    const bytes = Uint8Array.from(atob(fragment.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw"), MOST_BYTES));
    const [position, comment, children] = JSON.parse(text) as readonly [string, string, readonly Packed[]];
    const first = root(readPosition(position, set, false));
    first.comment = commentOf(comment);
    const waiting: (readonly [TreeNode, readonly Packed[]])[] = [[first, children]];
    for (let each = waiting.pop(); each; each = waiting.pop()) {
      const [from, moves] = each;
      for (const [said, rack, other, note, further] of moves) {
        count += 1;
        if (count > MOST_NODES) throw new LinkError(count);
        const node = played(from, said, rack, other, layout, set);
        node.comment = commentOf(note);
        waiting.push([node, further]);
      }
    }
    return first;
  } catch (fault) {
    throw fault instanceof LinkError ? fault : new LinkError(count);
  }
}

const commentOf = (text: unknown): string => (typeof text === "string" ? text.slice(0, COMMENT) : "");

function played(from: TreeNode, said: string, rack: string, other: string, layout: Layout, set: TileSet): TreeNode {
  const [where = "", what = ""] = said.split(" ");
  const { position } = from;
  const read = readMove(where, what, position.board, SIDE);
  if (!read) throw new Error("no move");
  let move;
  if (read.kind === "laid") {
    const letters = lettersOf(set);
    const known = Object.values(read.laid).every((tile) => letters.includes(tile.replace(/^\[|\]$/g, "").toUpperCase()));
    const play = known ? measured(position.board, read.laid, layout, set) : "nothing";
    if (typeof play === "string") throw new Error(play);
    ({ move } = play);
  } else move = read;
  const next = { ...after(position, move), other: readFaces(other) };
  return add(from, move, checkedRack(next, readFaces(rack), set));
}

/** Bytes through a stream that packs or unpacks; rejects beyond so many bytes. */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter();
  // What is wrong with the bytes is told where they are read.
  const ignore = (): void => undefined;
  writer.write(bytes).catch(ignore);
  writer.close().catch(ignore);
  const reader = stream.readable.getReader();
  let all = new Uint8Array(0);
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const longer = new Uint8Array(all.length + part.value.length);
    longer.set(all);
    longer.set(part.value, all.length);
    all = longer;
    if (all.length > most) {
      await reader.cancel();
      throw new LinkError(0);
    }
  }
  return all;
}
