// The word lists that a person can choose, the one chosen last in this browser, and faults of searches as sentences.
import { onDevice } from "$lib/storage/texts";
import { WordsError } from "$lib/words/finder";
import { keptLists } from "$lib/words/kept";
import { wordsText } from "$lib/words/sentences";
import { session } from "../../routes/session.svelte";
import { errorText } from "$lib/text/errorText";

const KEY = "mostek.words.list";

interface ListName {
  /** NAME@EDITION. */
  readonly id: string;
  readonly title: string;
}

/** The installed lists; without a network those that are on this device. */
export function listNames(): readonly ListName[] {
  if (session.catalogue) return session.catalogue.lexica.map(({ name, edition, title }) => ({ id: `${name}@${edition}`, title: `${title} ${edition}` }));
  if (session.fault === null) return [];
  return keptLists().map(({ lexicon, title }) => ({ id: lexicon, title: `${title} ${lexicon.replace(/.*@/, "")}` }));
}

/** The list chosen last, if it is there; else the first one. */
export function lastList(): string {
  const lists = listNames().map(({ id }) => id);
  const kept = onDevice.read(KEY) ?? "";
  return lists.includes(kept) ? kept : (lists[0] ?? "");
}

export function keepList(list: string): void {
  if (list) onDevice.keep(KEY, list);
}

/** Why a search has no answer. */
export const searchFault = (fault: unknown): string => (fault instanceof WordsError ? wordsText(fault.fault) : errorText(fault));
