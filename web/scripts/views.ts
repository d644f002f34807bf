// Writes the page once more for each kind of address that shows more than the first view, with what it is made of named in
// its head: the browser fetches it all at once, not file after file as each names the next. And packs what browsers fetch.
import { brotliCompressSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

type Chunk = Rolldown.OutputChunk;
type Bundle = Rolldown.OutputBundle;

/** The first part of an address → the component that is shown there. */
export type Views = Readonly<Record<string, string>>;

/** `offline` are the components that work without a network: the service worker stores what they are made of. */
export function views(shown: Views, offline: readonly string[]): Plugin {
  return {
    name: "mostek-views",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const index = bundle["index.html"];
      if (index?.type !== "asset") throw new Error("there is no index.html to write views from");
      // Before any script, so that the letters are there when the first text is drawn.
      index.source = String(index.source).replace("<script type", `${fontTags(bundle)}<script type`).replace("</head>", `<meta name="offline" content="${filesOf(bundle, offline).join(" ")}"></head>`);
      for (const [name, component] of Object.entries(shown)) {
        const source = String(index.source).replace("</head>", `${tags(bundle, component).join("")}</head>`);
        this.emitFile({ type: "asset", fileName: `${name}.html`, source });
      }
    },
    writeBundle: {
      order: "post",
      async handler({ dir = "" }, bundle) {
        const { writeFile } = await import("node:fs/promises");
        const packed = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(js|css)$/.test(fileName));
        await Promise.all(packed.map((file) => writeFile(`${dir}/${file.fileName}.br`, brotliCompressSync(textOf(file)))));
      },
    },
  };
}

const textOf = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): string | Uint8Array => (file.type === "chunk" ? file.code : file.source);

/** The files of components with the scripts of their workers. */
function filesOf(bundle: Bundle, components: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === "chunk");
  const wanted = components.map((component) => chunks.find((chunk) => chunk.facadeModuleId?.endsWith(component)));
  const all = new Set<Chunk>();
  for (const chunk of wanted) if (chunk) needed(bundle, chunk, all);
  const workers = Object.keys(bundle).filter((name) => /\.worker-[^/]*\.js$/.test(name));
  return [...new Set([...all].flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])), ...workers].map((name) => `/${name}`);
}

const fontTags = (bundle: Bundle): string =>
  Object.keys(bundle)
    .filter((name) => name.endsWith(".woff2"))
    .map((name) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${name}">`)
    .join("");

function tags(bundle: Bundle, component: string): string[] {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === "chunk");
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith("index.html"));
  const wanted = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(component));
  if (!entry || !wanted) throw new Error(`there is no ${component}`);
  const there = needed(bundle, entry);
  const more = [...needed(bundle, wanted)].filter((chunk) => !there.has(chunk));
  const styles = more.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...more.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`),
  ];
}

/** A chunk with all that it imports. */
function needed(bundle: Bundle, chunk: Chunk, found = new Set<Chunk>()): Set<Chunk> {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const name of chunk.imports) {
    const next = bundle[name];
    if (next?.type === "chunk") needed(bundle, next, found);
  }
  return found;
}
