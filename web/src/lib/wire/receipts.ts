// Receipts of games: the heads that the server has signed, as this page has checked, kept and countersigned them.
import { Database } from "../storage/database";
import { Newest } from "../storage/newest";
import { fields, list, oneOf, text, whole } from "../storage/shape";
import { givenAt, type GivenShare } from "./shares";
import type { MessageOf, PageMessage } from "./types";

type Head = MessageOf<"head">;
type Countersign = Extract<PageMessage, { type: "countersign" }>;

interface KeptHead {
  readonly lines: number;
  readonly seal: string;
  readonly signature: string;
}

/** What `mostek verify --receipt` reads. */
export interface Receipt {
  readonly mostek: "receipt";
  readonly format: 1;
  readonly game: string;
  readonly key: string;
  readonly heads: readonly KeptHead[];
  /** The share of the seed that this page has given, if it gave one. */
  readonly share?: GivenShare;
}

/** `wrong`: the server contradicts itself; `unchecked`: this browser cannot check the signature. */
export type Verdict = "kept" | "unchecked" | "wrong";

/** The most heads of a receipt; those in the middle go first. */
const MOST_HEADS = 256;
const HEAD = fields<KeptHead>({ lines: whole, seal: text, signature: text });
const receipts = new Newest(
  "mostek.receipts",
  fields<Omit<Receipt, "share">>({ mostek: oneOf("receipt"), format: oneOf(1), game: text, key: text, heads: list(HEAD) }),
);

/** The receipt of a game, with the share of its seed; null without one. */
export function receiptOf(game: string): Receipt | null {
  const receipt = receipts.read(game);
  const share = givenAt(game);
  return receipt === null || share === null ? receipt : { ...receipt, share };
}

/** Check a signed head and keep it. A head that contradicts an earlier one is kept too: it proves the contradiction. */
export async function keepHead(game: string, head: Head): Promise<Verdict> {
  const checked = await isSigned(head.key, statement("head", game, head), head.signature);
  if (checked === false) return "wrong";
  const before = receipts.read(game);
  if (before !== null && before.key !== head.key) return "wrong";
  const heads = before?.heads ?? [];
  if (!heads.some((kept) => kept.signature === head.signature)) {
    const { lines, seal, signature } = head;
    receipts.keep(game, { mostek: "receipt", format: 1, game, key: head.key, heads: thinned([...heads, { lines, seal, signature }]) });
  }
  const contradicts = heads.some((kept) => kept.lines === head.lines && kept.seal !== head.seal);
  return contradicts ? "wrong" : checked ? "kept" : "unchecked";
}

/** The signature of this page's person; null where the browser cannot sign. */
export async function countersigned(game: string, seat: number, head: Head): Promise<Countersign | null> {
  try {
    const { privateKey, publicKey } = await ownKey();
    const text = `${statement("receipt", game, head)}\n${seat}`;
    const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, bytes(text));
    const key = await crypto.subtle.exportKey("raw", publicKey);
    return { type: "countersign", lines: head.lines, key: hex(key), signature: hex(signature) };
  } catch {
    return null;
  }
}

function thinned(heads: readonly KeptHead[]): readonly KeptHead[] {
  return heads.length > MOST_HEADS ? heads.filter((_, place) => place !== MOST_HEADS / 2) : heads;
}

function statement(kind: "head" | "receipt", game: string, { lines, seal }: Head): string {
  return `mostek ${kind}\n${game}\n${lines}\n${seal}`;
}

/** Whether the server has signed a text; null where the browser does not know Ed25519. */
async function isSigned(key: string, text: string, signature: string): Promise<boolean | null> {
  try {
    const known = await crypto.subtle.importKey("raw", unhex(key), { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, known, unhex(signature), bytes(text));
  } catch {
    return null;
  }
}

const KEYS = "keys";
const database = new Database("mostek", [KEYS]);
let own: Promise<CryptoKeyPair> | null = null;

/** The key of this browser's person. Its secret half cannot leave the browser. */
function ownKey(): Promise<CryptoKeyPair> {
  own ??= readKey().then(async (pair) => {
    if (pair) return pair;
    const made = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
    await database.write((store) => store(KEYS).put(made, "own")).catch(() => null); // else for as long as the page is open
    return made;
  });
  return own;
}

async function readKey(): Promise<CryptoKeyPair | null> {
  const [pair] = await database.read((store) => [store(KEYS).get("own")]).catch(() => []);
  return isPair(pair) ? pair : null;
}

const isPair = fields<CryptoKeyPair>({ privateKey: isKey, publicKey: isKey });

function isKey(value: unknown): value is CryptoKey {
  return value instanceof CryptoKey;
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function hex(data: ArrayBuffer): string {
  return Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function unhex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
