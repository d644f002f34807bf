// The board as a picture: SVG as a text, and PNG drawn from it.
import inter from "$font/inter.woff2";
import { columnLabels, placeOf, rowLabels } from "../board/squares";
import { faceOf, isBlank, letterOf, valuesOf, type Layout, type Placement, type Premium, type TileSet } from "../board/tiles";
import { squaresOf } from "./scoring";

const [CELL, MARGIN] = [40, 28];
const COLOURS: Readonly<Record<Premium, string>> = {
  double_letter: "#b9d9ee",
  triple_letter: "#4f93c4",
  double_word: "#f3c3b5",
  triple_word: "#d9694f",
};
const FONT = 'font-family="Inter, sans-serif"';

/** The board with its tiles, the rack below it. */
export function boardSvg(board: Placement, rack: string, layout: Layout, set: TileSet): string {
  const side = layout.size * CELL;
  const height = MARGIN + side + (rack ? CELL + 20 : 12);
  const values = valuesOf(set);
  const parts = [`<rect width="100%" height="100%" fill="#fffdf8"/>`];
  columnLabels(layout.size, false).forEach((label, at) => parts.push(text(MARGIN + (at + 0.5) * CELL, MARGIN - 9, 14, label)));
  rowLabels(layout.size, false).forEach((label, at) => parts.push(text(MARGIN / 2, MARGIN + (at + 0.5) * CELL + 5, 14, label)));
  for (const square of squaresOf(layout)) {
    const place = placeOf(square) ?? { row: 0, column: 0 };
    const [x, y] = [MARGIN + place.column * CELL, MARGIN + place.row * CELL];
    const premium = layout.premiums[square];
    const ground = premium ? COLOURS[premium] : "#dcebe2";
    parts.push(`<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="${ground}" stroke="#fffdf8" stroke-width="1.5"/>`);
    const tile = board[square];
    if (tile !== undefined) parts.push(tileAt(x, y, letterOf(tile) ?? "", isBlank(tile) ? null : (values[faceOf(tile)] ?? 0)));
    else if (square === layout.start) parts.push(text(x + CELL / 2, y + 27, 20, "★"));
  }
  const faces = [...rack];
  faces.forEach((face, at) => parts.push(tileAt(MARGIN + at * (CELL + 3), MARGIN + side + 10, face === "?" ? "" : face, values[face] ?? 0)));
  const width = MARGIN + side + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${FONT}>${parts.join("")}</svg>`;
}

function tileAt(x: number, y: number, letter: string, value: number | null): string {
  const blank = value === null ? ' font-style="italic" fill="#9c2b1b"' : ' fill="#2a2013"';
  const face = `<rect x="${x + 1.5}" y="${y + 1.5}" width="${CELL - 3}" height="${CELL - 3}" rx="5" fill="#f6e3b8" stroke="#c9a96a"/>`;
  const sign = `<text x="${x + CELL / 2 - 2}" y="${y + 28}" font-size="23" font-weight="700" text-anchor="middle"${blank}>${escaped(letter)}</text>`;
  const worth = value === null || letter === "" ? "" : `<text x="${x + CELL - 6}" y="${y + CELL - 6}" font-size="10" text-anchor="end" fill="#2a2013">${value}</text>`;
  return face + sign + worth;
}

const text = (x: number, y: number, size: number, sign: string): string =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" fill="#1d2a25">${escaped(sign)}</text>`;

const escaped = (sign: string): string => sign.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);

/** The picture with the page's font in it: a picture takes none from the page around it. Without a network it may have to do without. */
export async function withFont(svg: string): Promise<string> {
  const font = await fetch(inter)
    .then((answer) => (answer.ok ? answer.blob() : null))
    .catch(() => null);
  if (!font) return svg;
  const face = `<style>@font-face{font-family:Inter;font-weight:400 700;src:url(${await dataUrl(font)})}</style>`;
  return svg.replace(">", `>${face}`);
}

const dataUrl = (content: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("unreadable"));
    reader.readAsDataURL(content);
  });

/** The picture as PNG, twice as large for sharp screens; null if the browser cannot draw it. */
export async function pngOf(svg: string): Promise<Blob | null> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth * 2, image.naturalHeight * 2];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Give the person a file. */
export function download(name: string, content: Blob | string, type = "text/plain;charset=utf-8"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
