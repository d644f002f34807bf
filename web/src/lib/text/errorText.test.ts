import { describe, expect, it } from "vitest";
import { errorText } from "./errorText";
import { helpFor } from "./helpPages";
import { language } from "./text";

const fault = (code: string, detail: string): Error => Object.assign(new Error(detail), { status: 409, code, detail });

describe("the page of help about an error", () => {
  it("is known by the sentence that is shown", () => {
    language.choose("pl");
    expect(helpFor(errorText(fault("class_full", "Lekcja jest pełna: uczniów jest 40.")))).toBe("/pomoc/teacher#cannot-join");
    language.choose("en");
    expect(helpFor(errorText(fault("class_full", "The lesson is full: there are 40 pupils.")))).toBe("/help/teacher#cannot-join");
  });

  it("is not there for other errors, and the oldest are forgotten", () => {
    expect(helpFor(errorText(fault("nothing", "Nothing.")))).toBeNull();
    expect(helpFor(errorText(new Error("no answer")))).toBeNull();
    const first = errorText(fault("wrong_code", "first"));
    for (let count = 0; count < 50; count += 1) errorText(fault("wrong_code", `no. ${count}`));
    expect(helpFor(first)).toBeNull();
  });
});
