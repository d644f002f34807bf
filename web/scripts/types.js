// Writes src/lib/wire/messages.d.ts from the protocol's schema, which the server's own types have written.
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const SCHEMA = new URL("../../docs/protocol/live.json", import.meta.url);
const TARGET = new URL("../src/lib/wire/messages.d.ts", import.meta.url);

/**
 * The schema in the words that the translator knows: no default beside a reference, tuples as lists of items. A list that
 * holds one value for each seat is a plain list in the page.
 */
function plain(node) {
  if (Array.isArray(node)) return node.map(plain);
  if (node === null || typeof node !== "object") return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, plain(value)]));
  if ("$ref" in copy) return { $ref: copy.$ref };
  if (Array.isArray(copy.prefixItems)) {
    const { prefixItems, ...rest } = copy;
    return { ...rest, items: prefixItems, minItems: prefixItems.length, maxItems: prefixItems.length };
  }
  const { minItems: _fewest, maxItems: _most, ...rest } = copy;
  return copy.type === "array" ? rest : copy;
}

const schema = plain(JSON.parse(await readFile(SCHEMA, "utf8")));
schema.$defs.Update.properties.changes.tsType = "Partial<View>";
const text = await compile(schema, "Messages", {
  unreachableDefinitions: true,
  additionalProperties: false,
  bannerComment: "/* Written by scripts/types.js from docs/protocol/live.json. */",
  format: false,
});
const before = await readFile(TARGET, "utf8").catch(() => "");
if (before !== text) await writeFile(TARGET, text);
