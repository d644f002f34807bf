import { afterEach, describe, expect, it, vi } from "vitest";
import { toasts } from "$lib/ui/toasts.svelte";
import { explain, hasPasskeys, createPasskey, signWithPasskey } from "./passkeys";

class Device {
  static parseCreationOptionsFromJSON = (options: object): object => ({ ...options, parsed: true });
  static parseRequestOptionsFromJSON = (options: object): object => ({ ...options, parsed: true });
  toJSON = (): object => ({ id: "AA" });
}

const NEW = { challenge: "AA" } as PublicKeyCredentialCreationOptionsJSON;
const OLD: PublicKeyCredentialRequestOptionsJSON = { challenge: "AA" };

function answering(answer: () => Promise<unknown>): { create: ReturnType<typeof vi.fn>; get: ReturnType<typeof vi.fn> } {
  const credentials = { create: vi.fn(answer), get: vi.fn(answer) };
  vi.stubGlobal("PublicKeyCredential", Device);
  vi.stubGlobal("navigator", { credentials });
  return credentials;
}

const failing = (name: string) => () => Promise.reject(new DOMException("", name));

afterEach(() => vi.unstubAllGlobals());

describe("a browser", () => {
  it("without passkeys has none, nor has one that knows no JSON for them", () => {
    expect(hasPasskeys()).toBe(false);
    vi.stubGlobal("PublicKeyCredential", class {});
    expect(hasPasskeys()).toBe(false);
    vi.stubGlobal("PublicKeyCredential", Device);
    expect(hasPasskeys()).toBe(true);
  });
});

describe("a ceremony", () => {
  it("gives what the server is to be told", async () => {
    const credentials = answering(() => Promise.resolve(new Device()));
    expect(await createPasskey(NEW)).toEqual({ kind: "done", credential: { id: "AA" } });
    expect(credentials.create).toHaveBeenCalledWith({ publicKey: { challenge: "AA", parsed: true } });
    expect(await signWithPasskey(OLD)).toEqual({ kind: "done", credential: { id: "AA" } });
    expect(credentials.get).toHaveBeenCalledWith({ publicKey: { challenge: "AA", parsed: true } });
  });

  it.each([
    ["NotAllowedError", "cancelled"],
    ["AbortError", "cancelled"],
    ["InvalidStateError", "known"],
    ["SecurityError", "elsewhere"],
    ["NotSupportedError", "failed"],
  ])("that ends in %s is %s", async (name, kind) => {
    answering(failing(name));
    expect(await createPasskey(NEW)).toEqual({ kind });
    expect(await signWithPasskey(OLD)).toEqual({ kind });
  });

  it("without an answer was cancelled", async () => {
    answering(() => Promise.resolve(null));
    expect(await createPasskey(NEW)).toEqual({ kind: "cancelled" });
  });
});

it("frightens nobody who has changed their mind", () => {
  explain("cancelled");
  explain("elsewhere");
  expect(toasts.shown.slice(-2).map((toast) => toast.kind)).toEqual(["info", "danger"]);
  expect(new Set(toasts.shown.slice(-2).map((toast) => toast.text)).size).toBe(2);
});
