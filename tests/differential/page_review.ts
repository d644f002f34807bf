// Judges turns by the kernel of the page, in Node: node page_review.mjs KERNEL WORDS GAME QUESTIONS > turns, one JSON a line.
import { readFileSync } from "node:fs";
import { Codes } from "../../web/src/lib/analysis/abi";
import { judge, type Judging } from "../../web/src/lib/analysis/judging";
import { KernelFault } from "../../web/src/lib/analysis/kernel";
import { readPosition } from "../../web/src/lib/analysis/position";
import { openKernel } from "../../web/src/lib/analysis/structures";
import type { TileSet } from "../../web/src/lib/board/tiles";
import { canDeepen, deepened, type Deepening } from "../../web/src/features/reviews/deepening";
import type { TurnReview } from "../../web/src/lib/wire/reviews";

interface Question {
  readonly turn: TurnReview;
  readonly how: Omit<Deepening, "set">;
}

/** The kernel's code for a move that is not possible. */
const CANDIDATES = 16;
const [kernelFile = "", words = "", game = "", questionFile = ""] = process.argv.slice(2);
const { set, questions } = JSON.parse(readFileSync(questionFile, "utf-8")) as { set: TileSet; questions: readonly Question[] };
const codes = new Codes(set);
const nowhere = {
  read: () => Promise.resolve(null),
  write: () => Promise.resolve(false),
  writer: () => Promise.resolve({ write: () => Promise.resolve(), close: () => Promise.resolve() }),
  keep: () => Promise.resolve(),
};
const kernel = await openKernel({ kernel: kernelFile, words, game }, nowhere, (address) => Promise.resolve(new Uint8Array(readFileSync(address))), () => undefined);
const judging = (asked: Judging) => judge(kernel, codes, asked, () => true, () => undefined);
for (const { turn, how } of questions) {
  const deepening = canDeepen(turn, how.effort) ? deepened(turn, readPosition(turn.position, set), { ...how, set }, judging) : null;
  // A play that cannot lie on the board is left to the server, as the page does.
  const found = await deepening?.catch((fault: unknown) => {
    if (fault instanceof KernelFault && fault.code === CANDIDATES) return null;
    throw fault;
  });
  console.log(JSON.stringify(found ?? null));
}
