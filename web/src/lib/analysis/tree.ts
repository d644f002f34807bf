// The positions of an analysis: a tree of moves from the first one.
import { sameMove, type Candidate, type Move } from "./moves";
import { after, type AnalysisPosition } from "./position";

export interface TreeNode {
  readonly position: AnalysisPosition;
  /** The move that led here; null at the root. */
  readonly move: Move | null;
  readonly parent: TreeNode | null;
  readonly children: TreeNode[];
  /** What was found here; null before. */
  found: readonly Candidate[] | null;
}

export function root(position: AnalysisPosition): TreeNode {
  return { position, move: null, parent: null, children: [], found: null };
}

/** The position after a move, which is a new branch unless the move was made here before. */
export function play(node: TreeNode, move: Move): TreeNode {
  const known = node.children.find((child) => child.move !== null && sameMove(child.move, move));
  if (known) return known;
  const child: TreeNode = { position: after(node.position, move), move, parent: node, children: [], found: null };
  node.children.push(child);
  return child;
}

/** The moves from the root to a node. */
export function line(node: TreeNode): readonly TreeNode[] {
  return node.parent ? [...line(node.parent), node] : [];
}
