// SHA-256 of a short text. The browser has it only for pages over HTTPS, and a hall without a certificate has none.

/** The first 32 bits of the fractions of the roots (square or cube) of the first primes. */
function fractions(count: number, root: number): readonly number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) {
    if (Array.from({ length: number - 2 }, (_, at) => at + 2).every((factor) => number % factor !== 0)) {
      found.push(Math.floor((number ** (1 / root) % 1) * 2 ** 32));
    }
  }
  return found;
}

const START = fractions(8, 2);
const ROUNDS = fractions(64, 3);
/** The bytes that fit into one block, beside the mark of the end and the length. */
const LONGEST = 55;

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the SHA-256 of a text of at most 55 bytes in UTF-8. */
export function firstBits(text: string): number {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > LONGEST) throw new RangeError("only short texts");
  const block = new DataView(new ArrayBuffer(64));
  bytes.forEach((byte, at) => block.setUint8(at, byte));
  block.setUint8(bytes.length, 0x80);
  block.setUint32(60, 8 * bytes.length);
  const words = Array.from({ length: 16 }, (_, at) => block.getUint32(4 * at));
  for (let at = 16; at < ROUNDS.length; at += 1) {
    const [before, last] = [words[at - 15] as number, words[at - 2] as number];
    const one = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3);
    const two = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
    words.push(((words[at - 16] as number) + one + (words[at - 7] as number) + two) | 0);
  }
  let [a, b, c, d, e, f, g, h] = START as unknown as [number, number, number, number, number, number, number, number];
  ROUNDS.forEach((round, at) => {
    const choice = (e & f) ^ (~e & g);
    const sum = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + round + (words[at] as number)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + sum) | 0, c, b, a, (sum + other) | 0];
  });
  return ((START[0] as number) + a) >>> 0;
}
