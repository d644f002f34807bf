/** Test files share one page, because a page for each takes four times as long: each test begins with the language and the stores of a new visitor. */
import { beforeEach } from "vitest";
import { language } from "../src/lib/text/text";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  language.choose("en");
});
