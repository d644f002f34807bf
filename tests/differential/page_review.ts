// Judges turns by the kernel of the page, in Node: node page_review.mjs KERNEL WORDS GAME QUESTIONS > turns, one JSON a line.
import { readFileSync } from "node:fs";
import { Codes, Operation } from "../../web/src/lib/analysis/abi";
import { compareBatch, type Batch } from "../../web/src/lib/analysis/comparing";
import { KernelFault, view } from "../../web/src/lib/analysis/kernel";
import { readPosition } from "../../web/src/lib/analysis/position";
import { openKernel } from "../../web/src/lib/analysis/structures";
import type { TileSet } from "../../web/src/lib/board/tiles";
import { canDeepen, deepened, type Deepening } from "../../web/src/lib/review/deepening";
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
const comparer = {
  best: (position: Parameters<Codes["turn"]>[0], count: number) =>
    Promise.resolve(codes.moves(view(kernel.call(Operation.best, count, codes.turn(position))))),
  compare: async (comparing: Parameters<typeof compareBatch>[2]) => {
    const batches: Batch[] = [];
    for (let batch = 0; batch < comparing.deals.batches; batch += 1) {
      const found = await compareBatch(kernel, codes, comparing, batch, () => true);
      if (found) batches.push(found);
    }
    return batches;
  },
};
for (const { turn, how } of questions) {
  const can = canDeepen(turn, how.effort);
  const judging = can ? deepened(turn, readPosition(turn.position, set), { ...how, set }, comparer, new AbortController().signal) : null;
  // A play that cannot lie on the board is left to the server, as the page does.
  const found = await judging?.catch((fault: unknown) => {
    if (fault instanceof KernelFault && fault.code === CANDIDATES) return null;
    throw fault;
  });
  console.log(JSON.stringify(found ?? null));
}
