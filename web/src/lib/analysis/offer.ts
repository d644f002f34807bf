// What the server offers for analysis, remembered for when there is no network.
import type { Layout, Premium, TileSet } from "../board/tiles";
import { fields, flag, list, maybe, nullOr, number, oneOf, record, text, whole } from "../storage/shape";
import { onDevice } from "../storage/texts";
import type { AnalysisOffer, PageLevel } from "../wire/api";
import { api } from "../wire/http";
import type { RunningGame } from "../wire/runningGame";
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

const SENTENCES = fields<PageLevel["title"]>({ pl: text, en: text });
const LEVEL = fields<PageLevel>({ name: text, title: SENTENCES, about: maybe(SENTENCES), vocabulary: list(number), counts_leave: flag, temperature: number });
const COMMON = fields<NonNullable<AnalysisOffer["common"]>>({ lexicon: text, hash: text, words: text });
const OFFER = fields<AnalysisOffer>({
  playing: nullOr(fields<RunningGame>({ id: text, path: text, ways: list(text) })),
  kernel: nullOr(text),
  lexicon: text,
  edition: text,
  title: text,
  hash: text,
  words: nullOr(text),
  game: nullOr(text),
  levels: maybe(list(LEVEL)),
  common: maybe(nullOr(COMMON)),
  school_hints: maybe(flag),
});
const PREMIUM = oneOf<Premium>("double_letter", "triple_letter", "double_word", "triple_word");
/** What this browser remembers of it. */
const KEPT = fields<Omit<Equipment, "remembered">>({
  offer: OFFER,
  layout: fields<Layout>({ name: text, size: whole, start: text, premiums: record(PREMIUM) }),
  set: fields<TileSet>({ name: text, tiles: list(fields<TileSet["tiles"][number]>({ letter: text, value: whole, count: whole })) }),
});

/** Ask the server, or remember what it said last. Rejects if it never said anything. */
export async function equip(): Promise<Equipment> {
  try {
    const [offer, layout, set] = await Promise.all([api.analysisOffer(), api.layout(LAYOUT), api.tileSet(TILES)]);
    const equipment = { offer, layout, set };
    onDevice.keepValue(KEY, equipment);
    remember(offer);
    return { ...equipment, remembered: false };
  } catch (fault) {
    const known = onDevice.value(KEY, KEPT);
    if (known) return { ...known, remembered: true };
    throw fault;
  }
}

/** Why the server analyses and not the page. */
export type ServerReason = "list" | "browser" | "memory";

/** Whether this browser can run the kernel. */
export const canRun = (): boolean => typeof Worker !== "undefined" && typeof WebAssembly !== "undefined";

/** Why this page cannot analyse by itself; null if it can. */
export function serverReason({ offer }: Equipment): ServerReason | null {
  if (!canRun()) return "browser";
  const memory: unknown = Reflect.get(navigator, "deviceMemory");
  if (typeof memory === "number" && memory < LEAST_MEMORY) return "memory";
  return offer.kernel === null || offer.words === null || offer.game === null ? "list" : null;
}

export function analystOf(equipment: Equipment, tell: (progress: Progress) => void): Analyst {
  const { kernel, words, game, lexicon } = equipment.offer;
  if (serverReason(equipment) !== null || kernel === null || words === null || game === null) return new ServerAnalyst(lexicon);
  return new WorkerAnalyst({ kernel, words, game }, equipment.set, tell);
}
