// The protocol's schema for tests: which messages there are, and what they may choose among.
import { readFileSync } from "node:fs";

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema | false;
  readonly minItems?: number;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly minimum?: number;
  readonly description?: string;
}

export const definitions = (
  JSON.parse(readFileSync("../docs/protocol/live.json", "utf8")) as { readonly $defs: Readonly<Record<string, Schema>> }
).$defs;

const nameIn = (schema: Schema): string => schema.$ref?.split("/").at(-1) ?? "";

/** The types among which a property of a message chooses. */
export function typesOf(message: string, property: string): readonly { type: string; definition: string }[] {
  const found = definitions[message]?.properties?.[property];
  const choices = found?.anyOf ?? (found?.items ? found.items.anyOf : undefined) ?? [];
  return choices.map((choice) => {
    const definition = nameIn(choice);
    return { type: String(definitions[definition]?.properties?.["type"]?.enum?.[0]), definition };
  });
}

/** The values of an enumeration. */
export const valuesOf = (definition: string): readonly string[] => (definitions[definition]?.enum ?? []).map(String);
