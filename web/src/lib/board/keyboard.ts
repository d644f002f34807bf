// From keys to letters: also for people whose keyboard has no Polish letters.
//
// Three ways lead to Ą: AltGr (or Alt) with A; A and then one of the keys , ; ' /; a long press on the key of the page's own
// keyboard. AltGr+X gives Ź, as on Polish keyboards; with the second way Z becomes Ż and, at the next stroke, Ź.

/** The parts of a `KeyboardEvent` that the board reads. */
export interface KeyStroke {
  readonly key: string;
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  getModifierState?(name: string): boolean;
}

/** The board's action for a key. */
export type KeyAction =
  | { readonly kind: "letter"; readonly letter: string; readonly blank: boolean }
  | { readonly kind: "variant" }
  | { readonly kind: "arrow"; readonly rows: number; readonly columns: number }
  | { readonly kind: "edge"; readonly end: boolean; readonly corner: boolean }
  | { readonly kind: "turn" | "enter" | "back" | "remove" | "escape" };

const VARIANT_KEYS = new Set([",", ";", "'", "/"]);

/** The action for a key; `null` if the board has no use for it. `letters` is the alphabet in its order. */
export function readKey(stroke: KeyStroke, letters: readonly string[]): KeyAction | null {
  const third = stroke.altKey || (stroke.getModifierState?.("AltGraph") ?? false);
  if (stroke.metaKey || (stroke.ctrlKey && !third)) return corner(stroke);
  const letter = third ? thirdLevel(stroke, letters) : own(stroke.key, letters);
  if (letter) return { kind: "letter", letter, blank: stroke.shiftKey };
  return third ? null : named(stroke.key);
}

/** The letters that share their shape: `Z Ż Ź`, in the order of the variant key. */
export function variants(letter: string, letters: readonly string[]): string[] {
  const plain = baseLetter(letter);
  const members = letters.filter((other) => other.length === 1 && baseLetter(other) === plain);
  // The commoner Ż before Ź, as Polish keyboards have it (Z and X).
  const order = (member: string): number => (member === "Ź" ? 2 : member === plain ? 0 : 1);
  return members.sort((one, other) => order(one) - order(other));
}

/** The next letter of the same shape: A → Ą → A, Z → Ż → Ź → Z. The letter itself if it has no other variant. */
export function nextVariant(letter: string, letters: readonly string[]): string {
  const members = variants(letter, letters);
  return members[(members.indexOf(letter) + 1) % members.length] ?? letter;
}

/** The letters of the alphabet in a text from a phone's keyboard; other characters are left out. */
export function lettersIn(text: string, letters: readonly string[]): string[] {
  return [...text.normalize("NFC")].map((sign) => own(sign, letters)).filter((letter) => letter !== null);
}

/** The change of a phone's input field: the number of characters removed from the end, then those added. */
export function difference(before: string, after: string): { removed: number; added: string } {
  const [old, now] = [[...before], [...after]];
  let same = 0;
  while (same < old.length && same < now.length && old[same] === now[same]) same += 1;
  return { removed: old.length - same, added: now.slice(same).join("") };
}

function own(key: string, letters: readonly string[]): string | null {
  const letter = key.normalize("NFC").toUpperCase();
  return [...key].length === 1 && letters.includes(letter) ? letter : null;
}

function thirdLevel(stroke: KeyStroke, letters: readonly string[]): string | null {
  const direct = own(stroke.key, letters);
  // A Polish layout has already given Ą; an English one gives A, and a foreign one a sign that means nothing here.
  if (direct && baseLetter(direct) !== direct) return direct;
  const plain = /^[a-z]$/i.test(stroke.key) ? stroke.key.toUpperCase() : (/^Key([A-Z])$/.exec(stroke.code)?.[1] ?? null);
  if (!plain) return null;
  if (plain === "X" && letters.includes("Ź")) return "Ź";
  return variants(plain, letters)[1] ?? null;
}

function named(key: string): KeyAction | null {
  if (VARIANT_KEYS.has(key)) return { kind: "variant" };
  switch (key) {
    case "ArrowUp":
      return { kind: "arrow", rows: -1, columns: 0 };
    case "ArrowDown":
      return { kind: "arrow", rows: 1, columns: 0 };
    case "ArrowLeft":
      return { kind: "arrow", rows: 0, columns: -1 };
    case "ArrowRight":
      return { kind: "arrow", rows: 0, columns: 1 };
    case "Home":
    case "End":
      return { kind: "edge", end: key === "End", corner: false };
    case " ":
      return { kind: "turn" };
    case "Enter":
      return { kind: "enter" };
    case "Backspace":
      return { kind: "back" };
    case "Delete":
      return { kind: "remove" };
    case "Escape":
      return { kind: "escape" };
    default:
      return null;
  }
}

function corner(stroke: KeyStroke): KeyAction | null {
  const isEdge = stroke.ctrlKey && (stroke.key === "Home" || stroke.key === "End");
  return isEdge ? { kind: "edge", end: stroke.key === "End", corner: true } : null;
}

/** The letter without its signs. Unicode takes Ą apart, but not Ł. */
function baseLetter(letter: string): string {
  return letter === "Ł" ? "L" : letter.normalize("NFD").replace(/\p{M}/gu, "");
}
