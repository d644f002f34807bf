// The language of the page: the person's own choice, else the browser's wish, else Polish.
import { overwriteGetLocale, type Locale } from "./paraglide/runtime";

export type Language = Locale;

const KEY = "mostek.language";

const isLanguage = (text: string | null | undefined): text is Language => text === "pl" || text === "en";

/** The language before the person chooses: the first of the browser's preferred languages that the page has. */
export function preferredLanguage(wishes: readonly string[]): Language {
  const known = wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find(isLanguage);
  return known ?? "pl";
}

function stored(): Language | null {
  const kept = localStorage.getItem(KEY);
  return isLanguage(kept) ? kept : null;
}

class LanguageSetting {
  current = $state<Language>(stored() ?? preferredLanguage(navigator.languages));

  constructor() {
    document.documentElement.lang = this.current;
  }

  choose(next: Language): void {
    this.current = next;
    document.documentElement.lang = next;
    localStorage.setItem(KEY, next);
  }
}

export const language = new LanguageSetting();

overwriteGetLocale(() => language.current);
