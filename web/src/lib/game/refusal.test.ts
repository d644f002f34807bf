import { expect, it } from "vitest";
import { parts } from "./refusal";

it("shows a clause once, as a button", () => {
  expect(parts({ message: "The tiles do not touch. (GEN-5b) There is a gap. (GEN-5a)", clause: "GEN-5b" })).toEqual({
    sentence: "The tiles do not touch. There is a gap.",
    clauses: ["GEN-5b", "GEN-5a"],
  });
});

it("leaves other brackets alone, and asks for no clause where none is known", () => {
  expect(parts({ message: "Wait (a moment).", clause: "" })).toEqual({ sentence: "Wait (a moment).", clauses: [] });
});
