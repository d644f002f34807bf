// Writes src/lib/wire/openapi.d.ts from the description of the HTTP interface, which the server's own types have written.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const DESCRIPTION = new URL("../../docs/protocol/http.json", import.meta.url);
const TARGET = new URL("../src/lib/wire/openapi.d.ts", import.meta.url);

const description = JSON.parse(await readFile(DESCRIPTION, "utf8"));
// Every refusal has the same form, which http.ts reads.
for (const item of Object.values(description.paths))
  for (const { responses } of Object.values(item))
    for (const status of Object.keys(responses)) if (Number(status) >= 400) delete responses[status];

const types = await openapiTS(description, { immutable: true, defaultNonNullable: false, emptyObjectsUnknown: true });
const text = `/* Written by scripts/openapi.js from docs/protocol/http.json. */\n\n${astToString(types)}`;
const before = await readFile(TARGET, "utf8").catch(() => "");
if (before !== text) await writeFile(TARGET, text);
