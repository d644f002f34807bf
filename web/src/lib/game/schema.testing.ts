// The protocol's schema for tests: which messages there are, and an example of each.
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

/** A value that fits a definition. */
export const example = (definition: string): unknown => made(definitions[definition] ?? {});

function made(schema: Schema): unknown {
  if (schema.$ref) return example(nameIn(schema));
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return made(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case "integer":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return true;
    case "string":
      return schema.description?.startsWith("tiles") ? "AE?" : "A";
    case "array":
      return schema.items ? [made(schema.items)] : (schema.prefixItems ?? []).map(made);
    case "object":
      return madeObject(schema);
    default:
      return null;
  }
}

function madeObject({ properties, required, additionalProperties }: Schema): unknown {
  if (properties)
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required?.includes(name) ?? true)
        .map(([name, schema]) => [name, made(schema)]),
    );
  return typeof additionalProperties === "object" ? { H8: "A" } : {};
}
