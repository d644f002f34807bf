import { expect, test } from "vitest";
import type { PlayerReport } from "$lib/wire/api";
import { reportRows } from "./fairPlay";

const quiet: PlayerReport = {
  seat: 1,
  name: "Ala",
  credits: { deliveries: 0, millis: 0, longest: 0, share: 0, transit: 0, outage: 0 },
  absences: { gone: 0, millis: 0, longest: 0, left_board: 0 },
  times: null,
  agreement: null,
};
const said = (player: PlayerReport): string => reportRows(player, { fewest: 8 }, "en").map(({ said }) => said).join(" | ");

test("what cannot be said has no figure", () => {
  expect(said(quiet)).toBe("every position in time | never for a minute | the game has no clock");
});

test("few turns are said to be too few", () => {
  const agreement = { turns: 3, best: 3, share: null, loss: null, omitted: { forced: 2 } };
  const text = said({ ...quiet, times: { turns: 3, median: null, variation: null }, agreement });
  expect(text).toContain("too few turns: 3, 8 are needed | too few turns: 3");
  expect(text).toContain("forced: 2");
  expect(text).not.toContain("%");
});

test("a share stands with its interval", () => {
  const share = { value: 0.5, low: 0.25, high: 0.75 };
  const agreement = { turns: 12, best: 6, share, loss: { value: 2, low: 1, high: 3.25 }, omitted: {} };
  const text = said({ ...quiet, credits: { ...quiet.credits, deliveries: 2, millis: 30_000, longest: 20_000, share: 0.1 }, agreement });
  expect(text).toContain("6 of 12 turns: 50% (25% to 75%)");
  expect(text).toContain("2.0 points (1.0 to 3.3)");
  expect(text).toContain("2 positions; 30.0 s credited, at once at most 20.0 s; 10% of what the game allows");
});
