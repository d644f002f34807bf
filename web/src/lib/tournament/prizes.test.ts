import { expect, it } from "vitest";
import { amountOf, amountText, emptyLast } from "./prizes";

it.each([
  ["", 0],
  ["500", 50_000],
  ["12,5", 1250],
  ["1 200 zł", 120_000],
  ["12.505", null],
  ["puchar", null],
  ["-5", null],
])("the amount %j is %j", (said, expected) => expect(amountOf(said)).toBe(expected));

it("writes amounts as they are typed", () => expect([amountText(), amountText(50_000), amountText(1250)]).toEqual(["", "500", "12.50"]));

it("leaves empty places at the end out, and none between", () => {
  expect(emptyLast([{ amount: 5 }, {}, { thing: "puchar" }, {}, { amount: 0, thing: "" }])).toEqual([{ amount: 5 }, {}, { thing: "puchar" }]);
  expect(emptyLast([{}, {}])).toEqual([]);
});
