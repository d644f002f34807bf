import { describe, expect, it } from "vitest";
import type { ExamPaper, ExamQuestion } from "$lib/wire/exam";
import { isRight, minutesText, resultOf } from "./marks";

const question = (right: number[], id: string): ExamQuestion => ({
  case: id,
  rulebook: "pfs",
  difficulty: 1,
  situation: "",
  question: "",
  shown: null,
  answers: ["a", "b", "c"],
  right,
  why: "",
  clauses: [{ id, text: "" }, { id: "PFS-7.4", text: "" }],
});
const paper: ExamPaper = { seed: "x", passed: 80, questions: [question([0], "PFS-1"), question([1, 2], "PFS-2"), question([2], "PFS-3")] };

describe("marking a paper", () => {
  it("wants all right answers and no other", () => {
    expect(isRight(question([1, 2], "x"), [2, 1])).toBe(true);
    expect(isRight(question([1, 2], "x"), [1])).toBe(false);
    expect(isRight(question([1], "x"), [1, 2])).toBe(false);
    expect(isRight(question([1], "x"), [])).toBe(false);
  });

  it("names each clause of the missed questions once", () => {
    const result = resultOf(paper, [[0], [1]]);
    expect(result).toMatchObject({ right: 1, percent: 33, isPassed: false, missed: [1, 2] });
    expect(result.readAgain.map(({ id }) => id)).toEqual(["PFS-2", "PFS-7.4", "PFS-3"]);
  });

  it("is passed with everything right", () => {
    expect(resultOf(paper, [[0], [1, 2], [2]])).toMatchObject({ percent: 100, isPassed: true, missed: [] });
  });

  it("writes the time in minutes and seconds", () => {
    expect([minutesText(245), minutesText(59.9), minutesText(0)]).toEqual(["4:05", "0:59", "0:00"]);
  });
});
