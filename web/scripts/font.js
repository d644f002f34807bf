// Makes the font of the page out of Inter: its upright form, the weights of the page, the characters below and no others.
// `$font` of vite.config.ts is the folder. What lies there is written before each build, so that no file of it is kept.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

/** All characters from one to another. */
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join("");

const LETTERS = range(0x20, 0x7e) + range(0xa0, 0x17f) + "ȘșȚțẞ";
const PUNCTUATION = "–—‖‘’‚“”„•…‹›\u2009\u2011\u202f";
const SIGNS = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉€←↑→↓↻−≈≠≤≥■▶▷◀○●★♪✓✗";

const text = LETTERS + PUNCTUATION + SIGNS;
const whole = await readFile(path("../node_modules/inter-ui/variable/InterVariable.woff2"));
const font = await subsetFont(whole, text, {
  targetFormat: "woff2",
  // The text form of the letters; bold is 700.
  variationAxes: { opsz: 14, wght: { min: 400, max: 700 } },
  keepFeatures: ["kern", "locl", "tnum"],
  noHinting: true,
});
await mkdir(path("../node_modules/.cache/font"), { recursive: true });
await writeFile(path("../node_modules/.cache/font/inter.woff2"), font);
