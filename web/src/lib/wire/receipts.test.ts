import { beforeEach, expect, it } from "vitest";
import { countersigned, keepHead, receiptOf } from "./receipts";
import type { MessageOf } from "./types";

const hex = (data: ArrayBuffer): string => Buffer.from(data).toString("hex");
const SEAL = "ab".repeat(32);

async function server(): Promise<(lines: number, seal?: string) => Promise<MessageOf<"head">>> {
  const pair = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"])) as CryptoKeyPair;
  const key = hex(await crypto.subtle.exportKey("raw", pair.publicKey));
  return async (lines, seal = SEAL) => {
    const text = new TextEncoder().encode(`mostek head\ng1\n${lines}\n${seal}`);
    const signature = hex(await crypto.subtle.sign({ name: "Ed25519" }, pair.privateKey, text));
    return { type: "head", key, lines, seal, signature };
  };
}

beforeEach(() => localStorage.clear());

it("keeps what the server has signed, each head once", async () => {
  const sign = await server();
  for (const lines of [4, 9, 9]) expect(await keepHead("g1", await sign(lines))).toBe("kept");
  const receipt = receiptOf("g1");
  expect(receipt?.heads.map((head) => head.lines)).toEqual([4, 9]);
  expect(receipt?.key).toBe((await sign(1)).key);
});

it("does not keep another's signature, nor that of another key", async () => {
  const sign = await server();
  const other = await server();
  expect(await keepHead("g1", { ...(await sign(4)), lines: 5 })).toBe("wrong");
  expect(receiptOf("g1")).toBeNull();
  await keepHead("g1", await sign(4));
  expect(await keepHead("g1", await other(9))).toBe("wrong");
  expect(receiptOf("g1")?.heads).toHaveLength(1);
});

it("keeps both heads of a server that contradicts itself", async () => {
  const sign = await server();
  await keepHead("g1", await sign(4));
  expect(await keepHead("g1", await sign(4, "cd".repeat(32)))).toBe("wrong");
  expect(receiptOf("g1")?.heads).toHaveLength(2);
});

it("keeps a bounded number of receipts and heads, the last ones in any case", async () => {
  const sign = await server();
  for (let lines = 1; lines <= 300; lines += 1) await keepHead("g1", await sign(lines));
  const kept = receiptOf("g1")?.heads ?? [];
  expect(kept).toHaveLength(256);
  expect([kept[0]?.lines, kept.at(-1)?.lines]).toEqual([1, 300]);
  localStorage.setItem("mostek.receipts", JSON.stringify(Array.from({ length: 100 }, (_, n) => `old${n}`)));
  localStorage.setItem("mostek.receipts.old0", "{}");
  await keepHead("g1", await sign(301));
  expect(localStorage.getItem("mostek.receipts.old0")).toBeNull();
});

it("countersigns with a key of its own, the same each time", async () => {
  const sign = await server();
  const head = await sign(4);
  const given = await countersigned("g1", 2, head);
  const again = await countersigned("g1", 2, await sign(9));
  if (given === null || again === null) throw new Error("nothing is signed");
  expect(again.key).toBe(given.key);
  const key = await crypto.subtle.importKey("raw", Buffer.from(given.key, "hex"), { name: "ECDSA", namedCurve: "P-256" }, false, ["verify"]);
  const text = new TextEncoder().encode(`mostek receipt\ng1\n4\n${SEAL}\n2`);
  const ecdsa = { name: "ECDSA", hash: "SHA-256" };
  expect(await crypto.subtle.verify(ecdsa, key, Buffer.from(given.signature, "hex"), text)).toBe(true);
});
