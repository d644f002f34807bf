// The fields of a command's form, and their values.
import type { Face } from "$lib/board/tiles";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Named {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

export type Field =
  | (Named & { readonly kind: "number"; readonly start: number | null; readonly least: number | null; readonly optional: boolean })
  | (Named & { readonly kind: "text"; readonly start: string; readonly optional: boolean })
  | (Named & { readonly kind: "tiles"; readonly from: readonly Face[]; readonly chosen: readonly Face[] })
  | (Named & { readonly kind: "several"; readonly choices: readonly Choice[] })
  | (Named & { readonly kind: "one"; readonly choices: readonly Choice[]; readonly start: string })
  | (Named & { readonly kind: "tick" });

export type Value = string | number | boolean | null | readonly string[];
export type Values = Readonly<Record<string, Value>>;

export const number = (name: string, label: string, start: number | null = null, least: number | null = 0): Field => ({
  kind: "number",
  name,
  label,
  start,
  least,
  optional: false,
});

export const optionalNumber = (name: string, label: string): Field => ({
  kind: "number",
  name,
  label,
  start: null,
  least: 0,
  optional: true,
});

export const text = (name: string, label: string, start = "", hint = ""): Field => ({
  kind: "text",
  name,
  label,
  start,
  optional: false,
  ...(hint ? { hint } : {}),
});

export const optionalText = (name: string, label: string, hint = ""): Field => ({
  kind: "text",
  name,
  label,
  start: "",
  optional: true,
  ...(hint ? { hint } : {}),
});

/** One of several. With the start `""` the person has to choose. */
export const one = (
  name: string,
  label: string,
  choices: readonly Choice[],
  start: string = choices[0]?.value ?? "",
): Field => ({ kind: "one", name, label, choices, start });

/** What a form begins with. */
export function startValues(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, startOf(field)]));
}

function startOf(field: Field): Value {
  switch (field.kind) {
    case "number":
    case "text":
    case "one":
      return field.start;
    case "tiles":
      return field.chosen;
    case "several":
      return [];
    case "tick":
      return false;
  }
}

/** Whether every required field has a value. */
export const isComplete = (fields: readonly Field[], values: Values): boolean =>
  fields.every((field) => {
    const value = values[field.name];
    if (field.kind === "number") return field.optional || (typeof value === "number" && Number.isInteger(value));
    if (field.kind === "text") return field.optional || (typeof value === "string" && value.trim() !== "");
    if (field.kind === "one") return typeof value === "string" && value !== "";
    return field.kind !== "tiles" || (Array.isArray(value) && value.length > 0);
  });

export function numberIn(values: Values, name: string): number | null {
  const value = values[name];
  return typeof value === "number" && Number.isInteger(value) ? value : null;
}

export function textIn(values: Values, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value.trim() : "";
}

export function listIn(values: Values, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}

export const isTicked = (values: Values, name: string): boolean => values[name] === true;
