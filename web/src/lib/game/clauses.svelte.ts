// The clause that is open. Every part of a table page can open one.
import { getContext, setContext } from "svelte";
import type { Clause } from "$lib/wire/api";

type Reading =
  | { readonly kind: "loading"; readonly id: string }
  | { readonly kind: "read"; readonly id: string; readonly clause: Clause }
  | { readonly kind: "missing"; readonly id: string };

export class Clauses {
  reading = $state.raw<Reading | null>(null);
  #load: (id: string) => Promise<Clause>;

  constructor(load: (id: string) => Promise<Clause>) {
    this.#load = load;
  }

  /** Open a clause; the text may come later. */
  async open(id: string): Promise<void> {
    this.reading = { kind: "loading", id };
    const clause = await this.#load(id).catch(() => null);
    if (this.reading?.id === id) this.reading = clause ? { kind: "read", id, clause } : { kind: "missing", id };
  }

  close(): void {
    this.reading = null;
  }
}

const KEY = Symbol("clauses");

export const provideClauses = (clauses: Clauses): Clauses => setContext(KEY, clauses);
export const useClauses = (): Clauses | undefined => getContext<Clauses | undefined>(KEY);
