// What this browser keeps for searches without a network: where the lists come from, and the school list of each.
import type { CoreLevel } from "../wire/words";
import type { ListSource } from "./protocol";

const [LISTS, CORE] = ["mostek-words-lists", "mostek-words-core"];

/** A list that was opened in this browser. */
export interface KeptList extends ListSource {
  readonly title: string;
}

function read<Value>(name: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") as Value | null;
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage all is asked for again.
  }
}

/** The lists that are on this device. */
export function keptLists(): readonly KeptList[] {
  const kept = read<unknown>(LISTS);
  return Array.isArray(kept) ? (kept as KeptList[]) : [];
}

/** A list is on the device; an earlier edition of it is not any more. */
export function keepList(list: KeptList): void {
  const name = (lexicon: string): string => lexicon.replace(/@.*/, "");
  write(LISTS, [list, ...keptLists().filter((other) => name(other.lexicon) !== name(list.lexicon))]);
}

export function keptCore(hash: string): readonly CoreLevel[] | null {
  const kept = read<Record<string, readonly CoreLevel[]>>(CORE);
  return kept?.[hash] ?? null;
}

export function keepCore(hash: string, levels: readonly CoreLevel[]): void {
  write(CORE, { [hash]: levels });
}
