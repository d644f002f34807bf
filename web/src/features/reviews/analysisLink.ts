// The address of the analysis board with a position: its fragment is a packed tree, here of one node and not compressed.

/** The most bytes of a block that is not compressed. */
const MOST = 0xffff;

/** The address of the analysis board with the position of a line of CGP. */
export function analysisLink(position: string): string {
  const data = new TextEncoder().encode(JSON.stringify([position, "", []])).slice(0, MOST);
  const [low, high] = [data.length & 0xff, data.length >> 8];
  // One last block of "deflate" whose bytes stand as they are: their number, its complement, the bytes.
  const block = [0x01, low, high, low ^ 0xff, high ^ 0xff, ...data];
  const written = btoa(String.fromCharCode(...block)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return `/analysis#${written}`;
}
