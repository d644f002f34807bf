// The language of the page: the person's own choice, else the browser's wish, else Polish.
import { overwriteGetLocale, type Locale } from "./paraglide/runtime";

export type Language = Locale;

const KEY = "mostek.language";

const isLanguage = (text: string | null | undefined): text is Language => text === "pl" || text === "en";

/** The language of somebody who has not chosen: the first of the browser's wishes that the page speaks. */
export function wished(wishes: readonly string[]): Language {
  const known = wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find(isLanguage);
  return known ?? "pl";
}

function stored(): Language | null {
  const kept = localStorage.getItem(KEY);
  return isLanguage(kept) ? kept : null;
}

class Chosen {
  current = $state<Language>(stored() ?? wished(navigator.languages));

  constructor() {
    document.documentElement.lang = this.current;
  }

  choose(next: Language): void {
    this.current = next;
    document.documentElement.lang = next;
    localStorage.setItem(KEY, next);
  }
}

export const language = new Chosen();

overwriteGetLocale(() => language.current);
