// Who searches in a list: the page where it can, else the server.
import { canRun, equip } from "../analysis/offer";
import { remember } from "../analysis/playing";
import type { TileSet } from "../board/tiles";
import { ApiError, api } from "../wire/http";
import { WordsError, type WordFinder } from "./finder";
import { keepList, keptLists, type KeptList } from "./kept";
import { ServerWords, isUnreachable } from "./serverWords";
import { WorkerWords } from "./workerWords";

let current: { readonly lexicon: string; readonly finder: WordFinder } | null = null;

/** Ask whoever searches in a list, NAME@EDITION: where the page has no room for it, the server. */
export async function askWords<Answer>(lexicon: string, ask: (finder: WordFinder) => Promise<Answer>): Promise<Answer> {
  const finder = await finderOf(lexicon);
  try {
    return await ask(finder);
  } catch (fault) {
    const cannot = fault instanceof WordsError && (fault.fault.kind === "memory" || fault.fault.kind === "damaged");
    if (!cannot || finder.place === "server") throw fault;
    return ask(become(lexicon, new ServerWords(lexicon)));
  }
}

/** Who searches in a list; without a network only a list that is on the device. */
export async function finderOf(lexicon: string): Promise<WordFinder> {
  if (current?.lexicon === lexicon) return current.finder;
  const known = await listOf(lexicon);
  // Somebody else may have asked for the same list meanwhile.
  if (current?.lexicon === lexicon) return current.finder;
  if (known === null || !canRun()) return become(lexicon, new ServerWords(lexicon));
  const { list, set } = known;
  const finder = new WorkerWords(list, set, () => {
    keepList(list);
    // The school list is small: it is wanted without a network, too.
    void finder.core().catch(() => undefined);
  });
  return become(lexicon, finder);
}

function become(lexicon: string, finder: WordFinder): WordFinder {
  current?.finder.close();
  current = { lexicon, finder };
  return finder;
}

/** A list that the page can have; null where only the server searches. */
async function listOf(lexicon: string): Promise<{ readonly list: KeptList; readonly set: TileSet } | null> {
  const set = await equip().then((equipment) => equipment.set, () => null);
  try {
    const offer = await api.analysisOffer(lexicon);
    remember(offer.playing !== null);
    const { kernel, words, hash, title } = offer;
    if (kernel === null || words === null || set === null) return null;
    return { list: { lexicon: `${offer.lexicon}@${offer.edition}`, hash, title, sources: { kernel, words } }, set };
  } catch (fault) {
    if (!isUnreachable(fault)) {
      if (fault instanceof ApiError) return null;
      throw fault;
    }
    const list = keptLists().find((each) => each.lexicon === lexicon);
    if (!list || !set) throw new WordsError({ kind: "unreachable" });
    return { list, set };
  }
}
