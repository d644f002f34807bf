// The worker: all work of the kernel happens here, so that the page never waits.
import { Codes, MEMORY_FAULT, Operation, STRUCTURE_FAULTS } from "./abi";
import { PLIES, SIMULATED, type AnalysisFault } from "./analyst";
import { judge } from "./judging";
import { KernelFault, view, type Kernel } from "./kernel";
import { load } from "./loading";
import type { FromWorker, ToWorker } from "./protocol";
import { openStore } from "../storage/files";
import { LoadError, openKernel, type Sources } from "./structures";
import type { TileSet } from "../board/tiles";

const scope = self as unknown as { postMessage(message: FromWorker): void; onmessage: ((event: MessageEvent<ToWorker>) => void) | null };

/** The milliseconds of a step of simulation: after each the page hears of it, and may stop it. */
const STEP = 150;
/** The deals of the first step. */
const FIRST_DEALS = 16;
const SEED = 1;
/** A candidate is dropped when it is beaten with this error probability, in millionths; how little counts as equal. */
const [ERROR, INDIFFERENCE] = [10_000, 5_000];

let opened: Promise<{ kernel: Kernel; codes: Codes }> | null = null;
let running: number | null = null;

async function open(sources: Sources, set: TileSet): Promise<{ kernel: Kernel; codes: Codes }> {
  const kernel = await openKernel(sources, await openStore(), load, (progress) => scope.postMessage({ kind: "progress", progress }));
  scope.postMessage({ kind: "progress", progress: "ready" });
  return { kernel, codes: new Codes(set) };
}

function faultOf(fault: unknown, isOpening: boolean): AnalysisFault {
  if (fault instanceof LoadError) return fault.kind;
  if (fault instanceof KernelFault) {
    if (fault.code === MEMORY_FAULT) return "memory";
    return STRUCTURE_FAULTS.includes(fault.code) ? "damaged" : "position";
  }
  if (fault instanceof RangeError) return "memory";
  // While it opens, nothing but memory can be wanting; starting it once more would end in the same way.
  if (fault instanceof WebAssembly.RuntimeError) return isOpening ? "memory" : "crashed";
  return isOpening ? "damaged" : "crashed";
}

async function simulate({ kernel, codes }: { kernel: Kernel; codes: Codes }, ask: ToWorker & { kind: "simulate" }): Promise<void> {
  running = ask.id;
  kernel.call(Operation.simulate, SIMULATED, [...codes.turn(ask.position), PLIES, SEED, 0, ERROR, INDIFFERENCE]);
  for (let deals = FIRST_DEALS, played = 0; running === ask.id; ) {
    const began = performance.now();
    const now = codes.simulation(view(kernel.call(Operation.iterate, Math.min(deals, ask.deals - played))));
    const last = now.decided || now.deals >= ask.deals;
    scope.postMessage({ kind: "found", id: ask.id, found: now.found, last });
    if (last) return;
    const each = Math.max(performance.now() - began, 1) / Math.max(now.deals - played, 1);
    deals = Math.max(1, Math.round(STEP / each));
    played = now.deals;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

async function answer(ask: ToWorker & { kind: "best" | "simulate" | "judge" }): Promise<void> {
  if (!opened) return;
  const open = await opened;
  if (ask.kind === "simulate") return simulate(open, ask);
  if (ask.kind === "judge") {
    const { id } = ask;
    running = id;
    const share = (done: number): void => scope.postMessage({ kind: "share", id, share: done });
    const verdict = await judge(open.kernel, open.codes, ask.judging, () => running === id, share);
    if (verdict) scope.postMessage({ kind: "judged", id, verdict });
    return;
  }
  const found = open.codes.moves(view(open.kernel.call(Operation.best, ask.count, open.codes.turn(ask.position))));
  scope.postMessage({ kind: "found", id: ask.id, found, last: true });
}

scope.onmessage = ({ data }) => {
  switch (data.kind) {
    case "open":
      opened = open(data.sources, data.set);
      opened.catch((fault: unknown) => scope.postMessage({ kind: "fault", id: null, fault: faultOf(fault, true) }));
      return;
    case "stop":
      if (running === data.id) running = null;
      return;
    default:
      running = null;
      answer(data).catch((fault: unknown) => scope.postMessage({ kind: "fault", id: data.id, fault: faultOf(fault, false) }));
  }
};
