// Generates source files: the protocol's types, the sentences as functions, and the font.
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "@inlang/paraglide-js";
import "./font.js";
import "./types.js";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

// The compiler writes two thousand files at once, and does not hear of those that fail; most systems let a program open 1024.
const faults = [];
async function writeFile(...what) {
  try {
    fs.writeFileSync(...what);
  } catch (fault) {
    faults.push(fault);
  }
}

await compile({
  project: path("../project.inlang"),
  outdir: path("../src/lib/text/paraglide"),
  strategy: ["globalVariable", "baseLocale"],
  fs: { ...fs, promises: { ...fs.promises, writeFile } },
});
if (faults.length > 0) throw faults[0];
