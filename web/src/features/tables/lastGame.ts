// The level and the settings of the last game, in this browser only.
import { load, save } from "$lib/game/storage";
import type { Catalogue } from "$lib/wire/api";
import { formFor, type Form } from "./proposal";

/** The bot that was chosen last, else the one for newcomers. */
export function lastBot(catalogue: Catalogue | null): string {
  const kept = load("all", "bot");
  return catalogue?.bots.find(({ name }) => name === kept)?.name ?? catalogue?.usual_bot ?? "";
}

export const keepBot = (bot: string): void => save("all", "bot", bot);

export const keepForm = (form: Form): void => save("all", "form", JSON.stringify(form));

/** The form of the last game, as far as the server still offers it; null if there is nothing to begin with. */
export function lastForm(catalogue: Catalogue): Form | null {
  const kept = read(load("all", "form"));
  const rulebook = catalogue.rulebooks.find(({ name }) => name === kept.rulebook) ?? catalogue.rulebooks[0];
  if (!rulebook) return null;
  const usual = formFor(rulebook);
  // A field of another kind was not written by this page: it is left out.
  const fields = Object.entries(kept).filter(([name, value]) => {
    const before: unknown = Reflect.get(usual, name);
    return typeof value === typeof before && Array.isArray(value) === Array.isArray(before);
  });
  const known: Partial<Form> = Object.fromEntries(fields);
  const form = formFor(rulebook, known);
  const lexica = ["pl-wolny", ...catalogue.lexica.map(({ name, edition }) => `${name}@${edition}`)];
  return {
    ...form,
    lexicon: lexica.includes(form.lexicon) ? form.lexicon : usual.lexicon,
    bots: form.bots.map((bot) => (catalogue.bots.some(({ name }) => name === bot) ? bot : "")),
    time: known.time !== undefined && known.time > 0 && rulebook.name === kept.rulebook ? known.time : form.time,
    late: 0,
    readings: {},
  };
}

function read(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
