// The compact file of a word list, as `src/mostek/lexicon/files.py` describes it.

const MAGIC = [0x4d, 0x4f, 0x53, 0x54, 0x45, 0x4b, 0x1a, 0x0a];
const VERSION = 1;
const FRONT = 32;
const ALIGNMENT = 64;

interface WordList {
  readonly letters: readonly string[];
  readonly nodes: Uint8Array<ArrayBuffer>;
  /** The CRC-32 that the nodes must have. */
  readonly checksum: number;
}

/** A file that is no word list, is cut or damaged. */
export class WordListError extends Error {}

/** Read the file. The nodes are not checked here: see `checksum`. */
export function readWordList(file: Uint8Array<ArrayBuffer>): WordList {
  if (file.length < FRONT || MAGIC.some((byte, at) => file[at] !== byte)) throw new WordListError("not a word list");
  const numbers = new DataView(file.buffer, file.byteOffset, file.length);
  if (numbers.getUint32(8, true) !== VERSION) throw new WordListError("another format");
  const header = numbers.getUint32(12, true);
  const length = Number(numbers.getBigUint64(24, true));
  const first = Math.ceil((FRONT + header) / ALIGNMENT) * ALIGNMENT;
  if (first + length !== file.length) throw new WordListError("another length");
  return { letters: lettersOf(file.subarray(FRONT, FRONT + header)), nodes: file.slice(first), checksum: numbers.getUint32(20, true) };
}

function lettersOf(header: Uint8Array<ArrayBuffer>): readonly string[] {
  try {
    const { letters } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(header)) as { letters?: unknown };
    if (Array.isArray(letters) && letters.every((letter) => typeof letter === "string")) return letters as string[];
  } catch {
    // It is the same as a header without letters.
  }
  throw new WordListError("no letters");
}
