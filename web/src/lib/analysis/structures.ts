// Opens a kernel: loads kernel, words and game once, builds the word graph, and keeps all of it on the device.
import { Operation, lettersHeading } from "./abi";
import type { Progress } from "./analyst";
import { Kernel, KernelFault, view } from "./kernel";
import type { Store } from "../storage/files";
import { readWordList } from "./wordList";

/** The addresses of what is loaded; each has the hash of what it gives. */
export interface Sources {
  readonly kernel: string;
  readonly words: string;
  readonly game: string;
}

/** What a search for words needs of them. */
export type WordSources = Pick<Sources, "kernel" | "words">;

type Fetch = (address: string, cache: RequestCache) => Promise<Uint8Array<ArrayBuffer>>;

const SUM = 4;
/** The bytes of a piece of the graph. */
const PIECE = 1 << 21;

/** The name of a stored file: its kind, its list and its hash, as in its address. */
const nameOf = (address: string): string => address.replace(/^\/api\/analysis\//, "").replace(/\W/g, "-");
/** How the names of all files of this kind and list begin. */
const kindOf = (address: string): string => nameOf(address.replace(/[^/]*$/, ""));

/** The kernel with its game and word graph, ready for questions. */
export async function openKernel(sources: Sources, store: Store, load: Fetch, tell: (progress: Progress) => void): Promise<Kernel> {
  tell("loading");
  const module = await intact(sources.kernel, store, load, (bytes) => WebAssembly.compile(bytes));
  const graph = `graph-${nameOf(sources.kernel)}-${nameOf(sources.words)}`;
  const kernel = await Kernel.start(module);
  await intact(sources.game, store, load, async (bytes) => kernel.call(Operation.game, 0, bytes));
  tell("opening");
  if (await openStored(kernel, graph, store)) return kernel;
  tell("building");
  const sum = await intact(sources.words, store, load, (file) => build(module, file, kernel, graph, store));
  await write(store, `${graph}-sum`, numberBytes(sum));
  const names = [sources.kernel, sources.words, sources.game].map(nameOf);
  const there = [...names, graph, `${graph}-sum`];
  // Other lists stay: words are searched in them.
  await store.keep((name) => there.includes(name) || (name.startsWith("words-") && !name.startsWith(kindOf(sources.words))));
  return kernel;
}

/** A kernel with a word list. */
interface OpenedWords {
  readonly kernel: Kernel;
  readonly letters: readonly string[];
  /** Whether the device has all of it for the next time. */
  readonly isStored: boolean;
}

/** The kernel with a word list for searches, and the letters of the list. It needs neither a game nor a word graph. */
export async function openWords(sources: WordSources, store: Store, load: Fetch): Promise<OpenedWords> {
  const module = await intact(sources.kernel, store, load, (bytes) => WebAssembly.compile(bytes));
  const kernel = await Kernel.start(module);
  const letters = await intact(sources.words, store, load, async (file) => {
    const list = readWordList(file);
    if (crc32(list.nodes) !== list.checksum) throw new Error("the words are damaged");
    const heading = lettersHeading(list.letters);
    kernel.call(Operation.words, heading.length, heading, list.nodes);
    return list.letters;
  });
  const kinds = [sources.kernel, sources.words].map((address) => ({ kind: kindOf(address), name: nameOf(address) }));
  await store.keep((name) => kinds.every((each) => name === each.name || !name.startsWith(each.kind)));
  const stored = await Promise.all([sources.kernel, sources.words].map((address) => read(store, nameOf(address))));
  return { kernel, letters, isStored: !stored.includes(null) };
}

/** Open the graph that is stored; false if there is none, or it is damaged. */
async function openStored(kernel: Kernel, name: string, store: Store): Promise<boolean> {
  const sum = await read(store, `${name}-sum`);
  const bytes = sum && (await store.read(name));
  if (!sum || !bytes) return false;
  try {
    kernel.call(Operation.graph, new DataView(sum.buffer, sum.byteOffset).getUint32(0, true), bytes);
    return true;
  } catch (fault) {
    if (fault instanceof KernelFault) return false;
    throw fault;
  }
}

/**
 * Build in an instance of its own: its memory, which would never shrink, goes with it. The graph comes in pieces, which are
 * stored and put where they are opened, so that no device must hold it twice. Resolves with its checksum.
 */
async function build(module: WebAssembly.Module, file: Uint8Array<ArrayBuffer>, kernel: Kernel, name: string, store: Store): Promise<number> {
  const { letters, nodes, checksum } = readWordList(file);
  if (crc32(nodes) !== checksum) throw new Error("the words are damaged");
  const builder = await Kernel.start(module);
  const heading = lettersHeading(letters);
  const bytes = view(builder.call(Operation.buildGraph, heading.length, heading, nodes)).getUint32(0, true);
  const address = kernel.request(bytes / 4);
  const stored = await store.writer(name);
  for (let at = 0; at < bytes; ) {
    const piece = builder.call(Operation.piece, PIECE);
    kernel.put(address + at, piece);
    await stored.write(piece);
    at += piece.length;
  }
  const sum = view(builder.call(Operation.pieceSum, 0)).getUint32(0, true);
  kernel.run(Operation.graph, sum);
  await stored.close();
  return sum;
}

/** A file from the device or the server; if it is damaged it is loaded once more, past all caches. */
async function intact<Value>(address: string, store: Store, load: Fetch, use: (bytes: Uint8Array<ArrayBuffer>) => Promise<Value>): Promise<Value> {
  const stored = await read(store, nameOf(address));
  try {
    if (stored) return await use(stored);
    const loaded = await load(address, "default");
    const value = await use(loaded);
    await write(store, nameOf(address), loaded);
    return value;
  } catch (fault) {
    if (fault instanceof LoadError) throw fault;
    const again = await load(address, "reload");
    const value = await use(again);
    await write(store, nameOf(address), again);
    return value;
  }
}

/** A file cannot be loaded: nobody answers, or the server does not give it. */
export class LoadError extends Error {
  constructor(readonly kind: "unreachable" | "refused") {
    super(kind);
  }
}

/** A stored file without its checksum; null if there is none, or it differs. */
async function read(store: Store, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = await store.read(name);
  if (!file || file.length < SUM) return null;
  const bytes = file.slice(0, -SUM);
  return new DataView(file.buffer, file.byteOffset + bytes.length).getUint32(0, true) === crc32(bytes) ? bytes : null;
}

function write(store: Store, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const file = new Uint8Array(bytes.length + SUM);
  file.set(bytes);
  file.set(numberBytes(crc32(bytes)), bytes.length);
  return store.write(name, file);
}

function numberBytes(number: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(SUM);
  new DataView(bytes.buffer).setUint32(0, number, true);
  return bytes;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** The CRC-32 of bytes, as zlib has it. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (TABLE[(sum ^ byte) & 0xff] as number) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
