// Generates source files: the protocol's types, the sentences as functions, and the font.
import { fileURLToPath } from "node:url";
import { compile } from "@inlang/paraglide-js";
import "./font.js";
import "./types.js";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

await compile({ project: path("../project.inlang"), outdir: path("../src/lib/text/paraglide"), strategy: ["globalVariable", "baseLocale"] });
