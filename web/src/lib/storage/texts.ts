// Texts by name that outlive the page, on the device or in its tab. Where the browser takes none, they live as long as the page.
import { parsed, type Shape } from "./shape";

type Area = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class Texts {
  /** What the browser has not taken; null for what it should have deleted. */
  readonly #memory = new Map<string, string | null>();
  readonly #listeners = new Set<() => void>();

  /** `area` may throw: browsers do so where storage is forbidden. */
  constructor(private readonly area: () => Area) {}

  read(name: string): string | null {
    const known = this.#memory.get(name);
    return known === undefined ? this.stored(name) : known;
  }

  /** What the browser itself has, which other tabs see, too. */
  stored(name: string): string | null {
    try {
      return this.area().getItem(name);
    } catch {
      return null;
    }
  }

  /** A value that was kept as JSON; null for one of another shape. */
  value<Value>(name: string, shape: Shape<Value>): Value | null {
    return parsed(this.read(name), shape);
  }

  keep(name: string, text: string): void {
    this.#change(name, text);
  }

  keepValue(name: string, value: unknown): void {
    this.#change(name, JSON.stringify(value));
  }

  forget(name: string): void {
    this.#change(name, null);
  }

  /** Whether the browser takes texts; it is asked by writing one. */
  isKept(): boolean {
    this.keep(PROBE, PROBE);
    const isKept = !this.#memory.has(PROBE);
    this.forget(PROBE);
    return isKept;
  }

  /** Be told of each text that the browser does not take. */
  onRefused(listener: () => void): void {
    this.#listeners.add(listener);
  }

  #change(name: string, text: string | null): void {
    try {
      if (text === null) this.area().removeItem(name);
      else this.area().setItem(name, text);
      this.#memory.delete(name);
    } catch {
      this.#memory.set(name, text);
      for (const listener of this.#listeners) listener();
    }
  }
}

const PROBE = "mostek.probe";

/** What stays on the device. */
export const onDevice = new Texts(() => localStorage);
/** What goes with the tab. */
export const inTab = new Texts(() => sessionStorage);
