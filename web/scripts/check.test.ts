// svelte-check has once found nothing because its TypeScript did not suit it. This keeps its silence meaningful.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");

it("svelte-check finds the faults of a component that is wrong on purpose", { timeout: 60_000 }, () => {
  const done = spawnSync(
    process.execPath,
    ["node_modules/svelte-check/bin/svelte-check", "--workspace", "fixtures/wrong", "--output", "machine"],
    { cwd: ROOT, encoding: "utf8" },
  );
  expect(done.status).not.toBe(0);
  expect(done.stdout).toContain("Type 'string' is not assignable to type 'number'");
  expect(done.stdout).toContain("Property 'toUpperCase' does not exist on type 'number'");
});
