import { beforeEach, expect, it } from "vitest";
import type { Card } from "./api";
import { receiptOf } from "./receipts";
import { dueShare, givenAt, keepAt, promise, promiseAt } from "./shares";

const SERVER = "5e".repeat(32);
const OTHER = "07".repeat(32);

function card(own: string | null, change: { server?: string; other?: string | null; due?: boolean; final?: boolean } = {}): Card {
  const { server = SERVER, other = OTHER, due = true, final = true } = change;
  const seats = [
    { me: true, seat: 1, commitment: own, share_due: due },
    { me: false, seat: 2, commitment: other, share_due: due },
  ];
  return { id, status: "open", seats, seed: { commitment: server, final } } as unknown as Card;
}

let id = "";
let made = 0;
beforeEach(() => {
  localStorage.clear();
  id = `table${(made += 1)}`;
});

it("makes a share of 32 bytes, and shows its hash only", async () => {
  const first = await promise("00".repeat(32));
  expect(first?.commitment).toBe("60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55");
  const random = await promise();
  expect(random?.share).toMatch(/^[0-9a-f]{64}$/);
  expect((await promise())?.share).not.toBe(random?.share);
});

it("keeps one share for a table until it is given, also over a reload", async () => {
  const commitment = await promiseAt(id);
  expect(await promiseAt(id)).toBe(commitment);
  expect(givenAt(id)).toBeNull();
  expect(await dueShare(card(commitment, { due: false }))).toBeNull();
  expect(givenAt(id)).toBeNull();
});

it("gives its share when it is due, and notes first what it has seen", async () => {
  const commitment = await promiseAt(id);
  const share = await dueShare(card(commitment));
  expect((await promise(share ?? ""))?.commitment).toBe(commitment);
  expect(givenAt(id)).toEqual({ seat: 1, share, server: SERVER, seats: [commitment, OTHER], complete: true, times: 1 });
  expect(await dueShare(card(commitment))).toBe(share); // an answer was lost
});

it("gives nothing for a commitment of another page", async () => {
  expect(await dueShare(card(OTHER))).toBeNull();
  await promiseAt(id);
  expect(await dueShare(card(OTHER))).toBeNull();
  expect(givenAt(id)).toBeNull();
});

it("never gives a share a second time when another commitment stands beside it", async () => {
  const commitment = await promiseAt(id);
  const share = await dueShare(card(commitment));
  expect(await dueShare(card(commitment, { server: "aa".repeat(32) }))).toBeNull();
  expect(await dueShare(card(commitment, { other: "aa".repeat(32) }))).toBeNull();
  expect(givenAt(id)?.server).toBe(SERVER);
  const again = await promiseAt(id);
  expect(again).not.toBe(commitment);
  const second = await dueShare(card(again, { server: "aa".repeat(32) }));
  expect(second).not.toBe(share);
  expect(givenAt(id)).toMatchObject({ share: second, server: "aa".repeat(32), times: 2 });
});

it("gives it again where others may still come", async () => {
  const commitment = await promiseAt(id);
  const share = await dueShare(card(commitment, { other: null, final: false }));
  expect(givenAt(id)).toMatchObject({ seats: [commitment, null], complete: false });
  expect(await dueShare(card(commitment, { final: false }))).toBe(share);
});

it("puts the share into the receipt", async () => {
  const made = await promise();
  if (made === null) throw new Error("no hash");
  keepAt(id, made);
  localStorage.setItem(`mostek.receipts.${id}`, JSON.stringify({ mostek: "receipt", format: 1, game: id, key: SERVER, heads: [] }));
  expect(receiptOf(id)).not.toHaveProperty("share");
  await dueShare(card(made.commitment));
  expect(receiptOf(id)?.share).toMatchObject({ share: made.share, seat: 1 });
});

it("keeps a bounded number of tables", async () => {
  const tables = Array.from({ length: 100 }, (_, n) => `old${n}`);
  localStorage.setItem("mostek.shares", JSON.stringify(tables));
  localStorage.setItem("mostek.shares.old0", "{}");
  await promiseAt(id);
  expect(localStorage.getItem("mostek.shares.old0")).toBeNull();
});
