// What the server offers for analysis, remembered for when there is no network.
import type { Layout, TileSet } from "../board/tiles";
import type { AnalysisOffer } from "../wire/api";
import { api } from "../wire/http";
import { remember } from "./playing";
import type { Analyst, Progress } from "./analyst";
import { ServerAnalyst } from "./serverAnalyst";
import { WorkerAnalyst } from "./workerAnalyst";

const KEY = "mostek-analysis";
const LAYOUT = "standard15";
const TILES = "pl-current";
/** The gigabytes of memory below which a device does not do it itself; browsers say at least 0.25. */
const LEAST_MEMORY = 0.5;

export interface Equipment {
  readonly offer: AnalysisOffer;
  readonly layout: Layout;
  readonly set: TileSet;
  /** Whether it is remembered, because the server cannot be reached. */
  readonly remembered: boolean;
}

/** Ask the server, or remember what it said last. Rejects if it never said anything. */
export async function equip(): Promise<Equipment> {
  try {
    const [offer, layout, set] = await Promise.all([api.analysisOffer(), api.layout(LAYOUT), api.tileSet(TILES)]);
    const equipment = { offer, layout, set };
    keep(equipment);
    remember(offer.playing !== null);
    return { ...equipment, remembered: false };
  } catch (fault) {
    const known = kept();
    if (known) return { ...known, remembered: true };
    throw fault;
  }
}

/** Why the server analyses and not the page. */
export type ServerReason = "no_kernel" | "list" | "browser" | "memory";

/** Whether this browser can run the kernel. */
export const canRun = (): boolean => typeof Worker !== "undefined" && typeof WebAssembly !== "undefined";

/** Why this page cannot analyse by itself; null if it can. */
export function serverReason({ offer }: Equipment): ServerReason | null {
  if (!canRun()) return "browser";
  const memory: unknown = Reflect.get(navigator, "deviceMemory");
  if (typeof memory === "number" && memory < LEAST_MEMORY) return "memory";
  if (offer.words === null || offer.game === null) return "list";
  return offer.kernel === null ? "no_kernel" : null;
}

export function analystOf(equipment: Equipment, tell: (progress: Progress) => void): Analyst {
  const { kernel, words, game, lexicon } = equipment.offer;
  if (serverReason(equipment) !== null || kernel === null || words === null || game === null) return new ServerAnalyst(lexicon);
  return new WorkerAnalyst({ kernel, words, game }, equipment.set, tell);
}

function keep(equipment: object): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(equipment));
  } catch {
    // Without storage it is asked for again.
  }
}

function kept(): Omit<Equipment, "remembered"> | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") as Omit<Equipment, "remembered"> | null;
  } catch {
    return null;
  }
}
