// The language of the page: the person's own choice, else the browser's wish, else the default.
import { onDevice } from "../storage/texts";
import { baseLocale, isLocale, locales, overwriteGetLocale, type Locale } from "./paraglide/runtime";

export type Language = Locale;

/** The languages of the page, the default first. */
export const LANGUAGES: readonly Language[] = locales;

/** What a language calls itself. */
export const ownName = (code: string): string => new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;

const KEY = "mostek.language";

/** The language before the person chooses: the first of the browser's preferred languages that the page has. */
export function preferredLanguage(wishes: readonly string[]): Language {
  const known = wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find(isLocale);
  return known ?? baseLocale;
}

function stored(): Language | null {
  const kept = onDevice.read(KEY);
  return isLocale(kept) ? kept : null;
}

class LanguageSetting {
  current = $state<Language>(stored() ?? preferredLanguage(navigator.languages));

  constructor() {
    document.documentElement.lang = this.current;
  }

  /** A language that the server has and the page has not changes nothing. */
  choose(next: string): void {
    if (!isLocale(next)) return;
    this.current = next;
    document.documentElement.lang = next;
    onDevice.keep(KEY, next);
  }
}

export const language = new LanguageSetting();

overwriteGetLocale(() => language.current);
