// Imports point downwards and never in a circle: features → routes → game → board → text, ui; connections are opened in wire alone.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const SOURCE = resolve(import.meta.dirname, "../src");

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isOnlyTypes: boolean;
}

const sources = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(ts|svelte)$/.test(name) && !/\.d\.ts$|paraglide/.test(name))
  .map((name) => name.replaceAll("\\", "/"));
const files = sources.filter((name) => !/\.test\.ts$|testing\.ts$/.test(name));
const textOf = (name: string): string => readFileSync(join(SOURCE, name), "utf8");

/** Without what only people read, and without the addresses of imports. */
const codeOf = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|^\s*import .*$|\/\/ .*$/gm, "");

/** The file that an import means, if it is one of ours. */
function target(from: string, path: string): string | undefined {
  const base = path.startsWith("$lib/") ? join(SOURCE, "lib", path.slice(5)) : resolve(SOURCE, dirname(from), path);
  const name = relative(SOURCE, base).replaceAll("\\", "/");
  return [name, `${name}.ts`, `${name}.svelte`, `${name}/index.ts`].find((candidate) => files.includes(candidate));
}

const FROM = /(import|export)\s+(type\s)?[^;"'`]*?from\s+["']([^"']+)["']|import\(["']([^"']+)["']\)/g;

const imports: readonly Import[] = files.flatMap((from) =>
  [...textOf(from).matchAll(FROM)].flatMap(([, , type, fixed, lazy]) => {
    const to = target(from, fixed ?? lazy ?? "");
    return to === undefined ? [] : [{ from, to, isOnlyTypes: type !== undefined }];
  }),
);

/** The folders that each folder may import from. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  "lib/storage": [],
  "lib/text": ["lib/storage"],
  "lib/wire": ["lib/storage"],
  "lib/timing": ["lib/storage"],
  "lib/ui": ["lib/storage", "lib/text"],
  "lib/board": ["lib/storage", "lib/text", "lib/ui"],
  "lib/game": ["lib/storage", "lib/text", "lib/ui", "lib/board", "lib/wire", "lib/timing"],
  "lib/analysis": ["lib/storage", "lib/text", "lib/ui", "lib/board", "lib/wire"],
  "lib/words": ["lib/storage", "lib/text", "lib/board", "lib/wire", "lib/analysis"],
  "lib/training": ["lib/storage", "lib/text", "lib/ui", "lib/board", "lib/wire", "lib/analysis", "lib/words"],
  "lib/tournament": ["lib/storage", "lib/text", "lib/ui", "lib/wire", "lib/timing"],
  // The public pages load nothing else: it must stay small.
  event: ["lib/storage", "lib/wire", "lib/timing"],
  // A folder for each thing that people do, as in the package; those of a pair show a part of the other. Routes has what all pages
  // share and the pages of no feature, so the two know each other.
  "features/analysis": ["lib/text", "lib/ui", "lib/board", "lib/analysis", "lib/words", "routes"],
  "features/classes": ["lib/storage", "lib/text", "lib/ui", "lib/board", "lib/wire", "routes"],
  "features/desk": ["lib/storage", "lib/text", "lib/ui", "lib/wire", "lib/analysis", "lib/tournament", "features/letters", "features/replication", "features/reviews", "features/tables", "routes"],
  "features/hall": ["lib/storage", "lib/text", "lib/ui", "lib/wire", "lib/timing", "lib/tournament", "features/letters", "routes"],
  "features/letters": ["lib/text", "lib/ui", "lib/wire", "lib/tournament"],
  "features/people": ["lib/text", "lib/ui", "lib/wire", "routes"],
  "features/puzzles": ["lib/text", "lib/ui", "lib/board", "lib/wire", "lib/game", "routes"],
  "features/replication": ["lib/text", "lib/ui", "lib/wire", "lib/tournament", "routes"],
  "features/reviews": ["lib/text", "lib/ui", "lib/board", "lib/wire", "lib/analysis", "routes"],
  "features/study": ["lib/storage", "lib/text", "lib/ui", "lib/wire", "lib/analysis", "lib/words", "routes"],
  "features/tables": ["lib/text", "lib/ui", "lib/board", "lib/wire", "lib/game", "lib/analysis", "features/hall", "routes"],
  routes: ["lib/text", "lib/ui", "lib/board", "lib/wire", "lib/game", "lib/analysis", "lib/training", "features/study", "features/tables"],
};

/** The scripts that pages load. */
const ENTRIES: readonly string[] = ["main.ts", "event/event.ts", "lib/analysis/kernel.worker.ts", "lib/words/words.worker.ts"];

const room = (file: string): string => (/^(lib|features)\//.test(file) ? file.split("/").slice(0, 2).join("/") : (file.split("/")[0] ?? ""));
const line = ({ from, to }: Import): string => `${from} → ${to}`;

it("looks at real files", () => {
  expect(imports.map(line)).toContain("lib/game/tableState.svelte.ts → lib/wire/socket.ts");
});

it("has no import that points upwards", () => {
  const wrong = imports.filter((one) => {
    const [from, to] = [room(one.from), room(one.to)];
    return from !== to && MAY[from] !== undefined && !MAY[from].includes(to);
  });
  expect(wrong.map(line)).toEqual([]);
});

it("opens connections only from pages and from the state of a table", () => {
  const wrong = imports.filter(
    ({ from, to, isOnlyTypes }) =>
      room(from) === "lib/game" && room(to) === "lib/wire" && !isOnlyTypes && from !== "lib/game/tableState.svelte.ts",
  );
  expect(wrong.map(line)).toEqual([]);
});

it("touches what the browser stores in lib/storage alone, which works where nothing is stored", () => {
  const STORES = /\b(localStorage|sessionStorage|indexedDB|IDB\w+|caches|cookieStore|serviceWorker|getDirectory)\b(?!["'`])|\bdocument\s*\.\s*cookie|\bnavigator\s*\.\s*storage/;
  const wrong = files.filter((file) => room(file) !== "lib/storage" && STORES.test(codeOf(textOf(file))));
  expect(wrong).toEqual([]);
  // The sentences are generated for a page that sets their language itself: nothing of theirs is stored.
  expect(textOf("lib/text/paraglide/runtime.js")).toMatch(/export const strategy = \[\s*"globalVariable",\s*"baseLocale",?\s*\]/);
});

describe("circles", () => {
  const next = new Map<string, string[]>();
  for (const { from, to, isOnlyTypes } of imports) if (!isOnlyTypes) next.set(from, [...(next.get(from) ?? []), to]);

  function circle(at: string, path: readonly string[], done: Set<string>): readonly string[] | null {
    if (path.includes(at)) return [...path.slice(path.indexOf(at)), at];
    if (done.has(at)) return null;
    done.add(at);
    for (const to of next.get(at) ?? []) {
      const found = circle(to, [...path, at], done);
      if (found) return found;
    }
    return null;
  }

  it("there are none", () => {
    const done = new Set<string>();
    expect(files.map((file) => circle(file, [], done)).filter(Boolean)).toEqual([]);
  });
});

describe("unused code", () => {
  const NAMES = /(?:import|export)\s+(?:type\s)?\{([^}]*)\}\s*from\s+["']([^"']+)["']|import\(["']([^"']+)["']\)/g;
  const EXPORTED = /^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm;

  /** `file name` for each name that a file imports from another one. */
  const used = new Set(
    sources.flatMap((from) =>
      [...textOf(from).matchAll(NAMES)].flatMap(([, names, fixed]) =>
        (names ?? "").split(",").map((name) => `${target(from, fixed ?? "") ?? ""} ${name.replace(/^\s*type\s|\sas\s.*/g, "").trim()}`),
      ),
    ),
  );

  it("has no module that nothing imports", () => {
    const imported = new Set(imports.map(({ to }) => to));
    expect(files.filter((file) => !ENTRIES.includes(file) && !imported.has(file))).toEqual([]);
  });

  it("has no export that nothing imports", () => {
    const exported = files
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [...textOf(file).matchAll(EXPORTED)].map(([, name]) => `${file} ${name}`));
    expect(exported.filter((name) => !used.has(name))).toEqual([]);
  });

  it("has no sentence that nothing shows", () => {
    const shown = new Set(sources.flatMap((file) => textOf(file).match(/(?<=\bm\.)\w+/g) ?? []));
    const keys = ["shell", "board", "game", "desk", "phone", "review", "learn", "exam", "puzzles", "analysis", "training"].flatMap((part) =>
      Object.keys(JSON.parse(readFileSync(resolve(SOURCE, `../messages/${part}/pl.json`), "utf8")) as object),
    );
    expect(keys.filter((key) => !shown.has(key))).toEqual([]);
  });
});
