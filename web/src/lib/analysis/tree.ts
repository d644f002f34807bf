// The positions of an analysis: a tree of moves from the first one, each with a comment.
import { sameMove, type Candidate, type Move } from "./moves";
import { after, type AnalysisPosition } from "./position";

export interface TreeNode {
  /** Only the rack of a position changes, while nothing was played from it. */
  position: AnalysisPosition;
  /** The move that led here; null at the root. */
  readonly move: Move | null;
  readonly parent: TreeNode | null;
  /** The first one is the main line. */
  readonly children: TreeNode[];
  comment: string;
  /** What was found here; null before. */
  found: readonly Candidate[] | null;
  /** The child that was seen last. */
  seen: TreeNode | null;
}

export function root(position: AnalysisPosition): TreeNode {
  return node(position, null, null);
}

function node(position: AnalysisPosition, move: Move | null, parent: TreeNode | null): TreeNode {
  return { position, move, parent, children: [], comment: "", found: null, seen: null };
}

/** The position after a move, which is a new branch unless the move was made here before. */
export function play(from: TreeNode, move: Move): TreeNode {
  const known = from.children.find((child) => child.move !== null && sameMove(child.move, move));
  return known ?? add(from, move, after(from.position, move));
}

/** A new branch with a position that is known. */
export function add(from: TreeNode, move: Move, position: AnalysisPosition): TreeNode {
  const child = node(position, move, from);
  from.children.push(child);
  return child;
}

/** The same place with another rack: what was played from it stays, as a variation of its own. */
export function withPosition(at: TreeNode, position: AnalysisPosition): TreeNode {
  if (at.children.length === 0 || !at.parent || !at.move) {
    if (at.children.length > 0) return root(position);
    at.position = position;
    at.found = null;
    return at;
  }
  return add(at.parent, at.move, position);
}

/** The moves from the root to a node. */
export function line(at: TreeNode): readonly TreeNode[] {
  return at.parent ? [...line(at.parent), at] : [];
}

/** The first position. */
export function top(at: TreeNode): TreeNode {
  return at.parent ? top(at.parent) : at;
}

/** The next position of the variation that was seen last, else of the main line; null at its end. */
export const next = (at: TreeNode): TreeNode | null => at.seen ?? at.children[0] ?? null;

/** The last position of the variation that was seen last. */
export function end(at: TreeNode): TreeNode {
  const further = next(at);
  return further ? end(further) : at;
}

/** Another move instead of the one that led here; null if there is none in that direction. */
export function sibling(at: TreeNode, by: number): TreeNode | null {
  const all = at.parent?.children ?? [];
  return all[all.indexOf(at) + by] ?? null;
}

/** Take a variation out of the tree; what is left to look at is the position before it. */
export function remove(at: TreeNode): TreeNode {
  const { parent } = at;
  if (!parent) return at;
  parent.children.splice(parent.children.indexOf(at), 1);
  if (parent.seen === at) parent.seen = null;
  return parent;
}

/** Make the variation of a node the main line where it branches off. */
export function promote(at: TreeNode): void {
  const all = at.parent?.children ?? [];
  all.unshift(...all.splice(all.indexOf(at), 1));
}

/** Whether the player who was on turn first is on turn here. */
export const isFirstPlayer = (at: TreeNode): boolean => line(at).length % 2 === 0;
