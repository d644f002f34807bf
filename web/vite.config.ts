/// <reference types="vitest/config" />
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { views } from "./scripts/views";

/** What goes on without a network after the first visit. */
const OFFLINE = ["routes/Learn", "routes/Training", "features/analysis/Analysis", "features/study/Words", "features/study/Cards", "features/study/Quiz", "features/classes/Exam"].map((name) => `src/${name}.svelte`);

/** The places of a game, its rack, and what such a page has around them. */
const SCREEN = /[\\/]lib[\\/](board[\\/]Rack|game[\\/](GameScreen|PanelsButton)|ui[\\/](Home|KeyTable|Confirm|copy|sound))\.(svelte|ts)/;

/** What every page asks the browser and the server by. */
const COMMON = /[\\/]lib[\\/](storage[\\/](?!files)|wire[\\/](http|bootstrap))/;

const SERVER = process.env.MOSTEK_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), views({ t: "src/features/tables/Table.svelte", embed: "src/features/tables/Embed.svelte", me: "src/features/hall/Me.svelte", analysis: "src/features/analysis/Analysis.svelte" }, OFFLINE)],
  resolve: {
    alias: {
      $lib: fileURLToPath(new URL("./src/lib", import.meta.url)),
      // Written by scripts/font.js.
      $font: fileURLToPath(new URL("./node_modules/.cache/font", import.meta.url)),
    },
    // Component tests need Svelte's build for browsers.
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  worker: { format: "es" },
  build: {
    target: "es2022",
    sourcemap: false,
    // The public pages of tournaments are the server's; of this build they take one script and its styles.
    rolldownOptions: {
      input: { index: "index.html", event: "src/event/event.ts" },
      // What games and pages of learning share is one file: each answer costs a phone two thirds of a kilobyte.
      output: { codeSplitting: { groups: [
          { name: "screen", test: SCREEN, includeDependenciesRecursively: false },
          { name: "common", test: COMMON, includeDependenciesRecursively: false },
        ] } },
    },
  },
  server: {
    // The table of vulgar words is the library's.
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: SERVER, changeOrigin: true },
      "/live": { target: SERVER, ws: true, changeOrigin: true },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts", "scripts/**/*.test.ts"],
    setupFiles: ["scripts/before-tests.ts"],
    restoreMocks: true,
    testTimeout: 60_000, // a machine that does other work at the same time
    pool: "threads",
    isolate: false,
  },
});
