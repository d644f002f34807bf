import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { router, followLink, parseRoute } from "./router.svelte";

it.each([
  ["/", { page: "lobby" }],
  ["/t/abc", { page: "table", id: "abc" }],
  ["/join/a%20b", { page: "join", token: "a b" }],
  ["/embed/abc", { page: "embed", id: "abc" }],
  ["/me/k7-1-abc", { page: "me", code: "k7-1-abc" }],
  ["/e/k7/me", { page: "find-me", id: "k7" }],
  ["/e/k7/arbiter", { page: "arbiter", id: "k7" }],
  ["/e/k7/me/x", { page: "missing" }],
  ["/rules", { page: "rules", rulebook: null }],
  ["/rules/pfs/", { page: "rules", rulebook: "pfs" }],
  ["/account", { page: "account" }],
  ["/about", { page: "about" }],
  ["/events", { page: "events" }],
  ["/e/k7m3/desk", { page: "desk", id: "k7m3" }],
  ["/e/k7m3", { page: "missing" }],
  ["/office/abc", { page: "office", token: "abc" }],
  ["/exam", { page: "exam" }],
  ["/class", { page: "class" }],
  ["/class/k7m3", { page: "lesson", id: "k7m3" }],
  ["/words", { page: "words", part: "search" }],
  ["/words/quiz", { page: "words", part: "quiz" }],
  ["/words/x", { page: "missing" }],
  ["/pupil", { page: "pupil", code: null }],
  ["/pupil/abc", { page: "pupil", code: "abc" }],
  ["/exam/x", { page: "missing" }],
  ["/t", { page: "missing" }],
  ["/account/x", { page: "missing" }],
  ["/t/abc/def", { page: "missing" }],
  ["/t/%", { page: "missing" }],
])("%s", (path, route) => {
  expect(parseRoute(path)).toEqual(route);
});

describe("a click on a link", () => {
  beforeEach(() => {
    vi.stubGlobal("scrollTo", vi.fn());
    document.addEventListener("click", followLink);
    router.go("/");
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    document.removeEventListener("click", followLink);
  });

  function click(html: string, keys: MouseEventInit = {}): { path: string; isTaken: boolean } {
    document.body.innerHTML = html;
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...keys });
    let isTaken = false;
    const look = (last: Event): void => {
      isTaken = last.defaultPrevented;
      last.preventDefault();
    };
    window.addEventListener("click", look, { once: true });
    document.querySelector("a")?.dispatchEvent(event);
    return { path: router.path, isTaken };
  }

  it("inside the page is followed without loading it again", () => {
    expect(click('<a href="/rules/pfs#PFS-4">x</a>')).toEqual({ path: "/rules/pfs", isTaken: true });
    expect(location.hash).toBe("#PFS-4");
  });

  it.each([
    '<a href="https://example.org/">x</a>',
    '<a href="/t/a" target="_blank">x</a>',
    '<a href="/api/tables/a/game.gcg" download>x</a>',
    '<a href="/api/tables/a/sheet">x</a>',
    '<a href="/e/k7m3/standings">x</a>',
    '<a href="#content">x</a>',
  ])("elsewhere is left to the browser: %s", (html) => {
    expect(click(html)).toEqual({ path: "/", isTaken: false });
  });

  it("with a key that asks for a new tab is left to the browser", () => {
    expect(click('<a href="/about">x</a>', { ctrlKey: true }).isTaken).toBe(false);
  });
});
