import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cookieIn } from "../storage/cookies";
import { ApiError, urls, api } from "./http";

type Call = readonly [string, RequestInit];

function answering(status: number, body: unknown): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", (path: string, request: RequestInit) => {
    calls.push([path, request]);
    return Promise.resolve(new Response(body === null ? null : JSON.stringify(body), { status }));
  });
  return calls;
}

const headers = (call: Call | undefined): Headers => new Headers(call?.[1].headers);

beforeEach(() => void (document.cookie = "mostek_csrf=a%2Fb"));
afterEach(() => vi.unstubAllGlobals());

describe("a call", () => {
  it("that changes something carries the token of the cookie; one that reads does not", async () => {
    const calls = answering(200, { person: null, language: "pl" });
    await api.becomeGuest("Ewa");
    await api.me();
    expect(calls[0]?.[0]).toBe("/api/me");
    expect(calls[0]?.[1]).toMatchObject({ method: "POST", body: '{"name":"Ewa"}' });
    expect(headers(calls[0]).get("x-csrf-token")).toBe("a/b");
    expect(headers(calls[1]).get("x-csrf-token")).toBeNull();
  });

  it("fetches the cookie of the token where it was deleted, and says that none is kept where none comes", async () => {
    document.cookie = "mostek_csrf=; max-age=0";
    const calls: Call[] = [];
    let gives = "mostek_csrf=new";
    vi.stubGlobal("fetch", (path: string, request: RequestInit) => {
      calls.push([path, request]);
      if (path === "/api/health") document.cookie = gives;
      return Promise.resolve(new Response("{}"));
    });
    await api.sit("x");
    document.cookie = gives = "mostek_csrf=; max-age=0";
    await api.sit("x");
    expect(calls.map(([path]) => path)).toEqual(["/api/health", "/api/tables/x/seats", "/api/health", "/api/tables/x/seats"]);
    expect([headers(calls[1]).get("x-csrf-token"), headers(calls[3]).get("x-csrf-token")]).toEqual(["new", "no-cookies"]);
  });

  it("puts what others have typed safely into the path", async () => {
    const calls = answering(200, {});
    await api.accept("../me");
    expect(calls[0]?.[0]).toBe("/api/invitations/..%2Fme");
    expect(urls.qr("a b", "t&x")).toBe("/api/tables/a%20b/qr.svg?token=t%26x");
  });

  it("takes an empty answer", async () => {
    answering(204, null);
    expect(await api.accept("x")).toBeNull();
  });

  it("throws the server's sentence", async () => {
    answering(409, { status: 409, code: "seat_taken", detail: "To miejsce jest zajęte." });
    await expect(api.sit("x")).rejects.toMatchObject({ status: 409, code: "seat_taken", detail: "To miejsce jest zajęte." });
  });

  it("throws even when the refusal is no JSON", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<h1>Bad Gateway</h1>", { status: 502 })));
    await expect(api.tables()).rejects.toMatchObject({ status: 502, code: "http_502", detail: "" });
  });

  it("tells when the server cannot be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    const fault = await api.me().catch((problem: unknown) => problem);
    expect(fault).toBeInstanceOf(ApiError);
    expect(fault).toMatchObject({ status: 0, code: "unreachable" });
  });
});

it("asks once for what never changes, and again after a failure", async () => {
  const failed = answering(500, {});
  await expect(api.layout("classic")).rejects.toBeInstanceOf(ApiError);
  const calls = answering(200, { name: "classic" });
  await api.layout("classic");
  await api.layout("classic");
  expect([failed.length, calls.length]).toEqual([1, 1]);
});

it("finds a cookie by its whole name", () => {
  expect(cookieIn("mostek_csrf=1; csrf=2", "csrf")).toBe("2");
  expect(cookieIn("mostek_csrf=1", "csrf")).toBeNull();
  expect(cookieIn("csrf=%", "csrf")).toBeNull();
});
