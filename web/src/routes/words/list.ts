// The word list that a person chose last, in this browser.
import { session } from "../session.svelte";

const KEY = "mostek.words.list";

/** The list chosen last, if it is still installed; else the first one. */
export function lastList(): string {
  const lists = (session.catalogue?.lexica ?? []).map((list) => `${list.name}@${list.edition}`);
  try {
    const kept = localStorage.getItem(KEY) ?? "";
    if (lists.includes(kept)) return kept;
  } catch {
    // This browser stores nothing.
  }
  return lists[0] ?? "";
}

export function keepList(list: string): void {
  try {
    if (list) localStorage.setItem(KEY, list);
  } catch {
    // This browser stores nothing.
  }
}
