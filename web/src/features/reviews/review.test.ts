import { inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { GameReview, TurnReview } from "$lib/wire/reviews";
import { analysisLink } from "./analysisLink";
import { chartLines, chartPoints } from "./chart";
import { changesOf } from "./changes";
import { reviewKey } from "./keys";
import { boardIn, finalBoard, rackWithout, readMove, shownMove } from "./position";

const turn = (number: number, more: Partial<TurnReview> = {}): TurnReview =>
  ({ turn: number, seat: (number % 2) + 1, grade: null, best: [], depth: "static", chance_before: null, chance_after: null, ...more }) as unknown as TurnReview;
const game = (...turns: TurnReview[]): GameReview => ({ players: [{}, {}], turns }) as unknown as GameReview;
const best = (move: string): Pick<TurnReview, "best"> => ({ best: [{ move }] }) as unknown as Pick<TurnReview, "best">;

describe("a move of a review", () => {
  it("across and down is put on its squares, through the tiles that lie there", () => {
    expect(readMove("H4 SPR(Ó)BUJe").tiles).toEqual({ H4: "S", H5: "P", H6: "R", H8: "B", H9: "U", H10: "J", H11: "e" });
    expect(readMove("8A LE(Ż)").tiles).toEqual({ A8: "L", B8: "E" });
    expect(readMove("H4 [CH](A)").tiles).toEqual({ H4: "[CH]" });
  });

  it("that lays nothing has its kind", () => {
    expect(readMove("-").kind).toBe("pass");
    expect(readMove("-AK?")).toMatchObject({ kind: "exchange", exchanged: "AK?", tiles: {} });
    for (const text of ["", "KOT", "H KOT", "H4"]) expect(readMove(text).kind).toBe("unknown");
  });

  it("is named as the person names squares", () => {
    expect(shownMove("8A KOT", false)).toBe("8A KOT");
    expect(shownMove("8A KOT", true)).toBe("H1 KOT");
    expect(shownMove("-AK", true)).toBe("-AK");
  });

  it("leaves the rest of the rack, a blank for a small letter", () => {
    expect(rackWithout("AAK?", readMove("H8 (K)aK"))).toEqual(["A", "A"]);
    expect(rackWithout("AAK", readMove("-AK"))).toEqual(["A"]);
  });
});

describe("a board of a review", () => {
  it("is read from CGP and from the rows at the end", () => {
    expect(boardIn("15/2Kot10/15 ABC/ 0/0 0")).toEqual({ B3: "K", B4: "o", B5: "t" });
    expect(finalBoard(["...", ".Kó"])).toEqual({ B2: "K", B3: "ó" });
  });
});

describe("the graph", () => {
  it("is of the first player, and open where nothing is known", () => {
    const shown = game(
      turn(0, { chance_before: 0.5, chance_after: 0.6 }),
      turn(1, { chance_after: 0.3, grade: "blunder" }),
      turn(2),
      turn(3, { chance_after: 1 }),
    );
    const points = chartPoints(shown);
    expect(points.map(({ chance }) => chance)).toEqual([0.5, 0.6, 0.7, null, 0]);
    expect(points[2]?.mark).toBe("blunder");
    expect(chartLines(points, 400, 100)).toEqual(["0,50 100,40 200,30"]);
  });

  it("has nothing for three players", () => {
    expect(chartPoints({ ...game(turn(0)), players: [{}, {}, {}] } as unknown as GameReview)).toEqual([]);
  });
});

describe("a verdict that changes", () => {
  const before = game(turn(0, { grade: "mistake", ...best("A") }), turn(1));
  it("says what it was", () => {
    const after = game(turn(0, { grade: "good", ...best("A") }), turn(1, { grade: "best" }));
    expect(changesOf(before, after, {})).toEqual({ 0: { grade: "mistake", best: "A", depth: "static" } });
  });

  it("and comes back is none", () => {
    const known = changesOf(before, game(turn(0, { grade: "good", ...best("B") })), {});
    expect(changesOf(game(turn(0, { grade: "good", ...best("B") })), before, known)).not.toHaveProperty("0.grade", "mistake");
  });

  it("is no change when the first ones come", () => {
    expect(changesOf(null, before, {})).toEqual({});
  });
});

describe("the keys", () => {
  const pressed = (key: string, at: HTMLElement = document.body, more: KeyboardEventInit = {}): string | null => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, ...more });
    document.body.append(at === document.body ? "" : at);
    at.dispatchEvent(event);
    return reviewKey(event);
  };

  it("mean the same for small and capital letters", () => {
    expect(["ArrowLeft", "ArrowDown", " ", "a", "N"].map((key) => pressed(key))).toEqual(["previous", "down", "best", "analyse", "mistake"]);
    expect(pressed("x")).toBeNull();
    expect(pressed("a", document.body, { ctrlKey: true })).toBeNull();
  });

  it("are left to fields, and space to buttons", () => {
    expect(pressed("a", document.createElement("textarea"))).toBeNull();
    const button = document.createElement("button");
    expect(pressed(" ", button)).toBeNull();
    expect(pressed("ArrowRight", button)).toBe("next");
    button.setAttribute("aria-current", "true");
    expect(pressed(" ", button)).toBe("best");
  });
});

describe("the way to the analysis board", () => {
  it("is the position as a packed tree", () => {
    const position = "15/2Kóż10/15 ABĆ?/ 10/0 0";
    const fragment = analysisLink(position).replace("/analysis#", "");
    expect(fragment).toMatch(/^[\w-]+$/);
    expect(JSON.parse(inflateRawSync(Buffer.from(fragment, "base64url")).toString())).toEqual([position, "", []]);
  });
});
