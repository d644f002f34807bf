// What this browser keeps for searches without a network: where the lists come from, and the school list of each.
import { fields, list, record, text, whole } from "../storage/shape";
import { onDevice } from "../storage/texts";
import type { CoreLevel } from "../wire/words";
import type { ListSource } from "./protocol";

const [LISTS, CORE] = ["mostek-words-lists", "mostek-words-core"];

/** A list that was opened in this browser. */
export interface KeptList extends ListSource {
  readonly title: string;
}

const LIST = fields<KeptList>({ lexicon: text, hash: text, title: text, sources: fields<KeptList["sources"]>({ kernel: text, words: text }) });
const LEVEL = fields<CoreLevel>({ level: whole, title: text, words: list(text) });

/** The lists that are on this device. */
export const keptLists = (): readonly KeptList[] => onDevice.value(LISTS, list(LIST)) ?? [];

/** A list is on the device; an earlier edition of it is not any more. */
export function keepList(kept: KeptList): void {
  const name = (lexicon: string): string => lexicon.replace(/@.*/, "");
  onDevice.keepValue(LISTS, [kept, ...keptLists().filter((other) => name(other.lexicon) !== name(kept.lexicon))]);
}

export const keptCore = (hash: string): readonly CoreLevel[] | null => onDevice.value(CORE, record(list(LEVEL)))?.[hash] ?? null;

export const keepCore = (hash: string, levels: readonly CoreLevel[]): void => onDevice.keepValue(CORE, { [hash]: levels });
