// The logo and the colour of diplomas, which this browser remembers from one event to the next.
import { record, text, type Shape } from "$lib/storage/shape";
import { onDevice } from "$lib/storage/texts";

interface DiplomaLook {
  /** The file as a `data:` address; empty for none. */
  readonly logo: string;
  /** As `#rrggbb`. */
  readonly colour: string;
}

const KEY = "mostek.diplomas";
/** What diplomas have without a choice. */
export const PLAIN: DiplomaLook = { logo: "", colour: "#404040" };
const TEXTS = record(text);
const LOOK: Shape<DiplomaLook> = (value): value is DiplomaLook =>
  TEXTS(value) && /^#[0-9a-f]{6}$/.test(value["colour"] ?? "") && /^(data:[^,]*;base64,.*)?$/.test(value["logo"] ?? "-");

export const readLook = (): DiplomaLook => onDevice.value(KEY, LOOK) ?? PLAIN;

export function keepLook(look: DiplomaLook): void {
  if (isPlain(look)) onDevice.forget(KEY);
  else onDevice.keepValue(KEY, look);
}

const isPlain = ({ logo, colour }: DiplomaLook): boolean => logo === PLAIN.logo && colour === PLAIN.colour;

/** A file as a `data:` address. */
export function addressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("unreadable"));
    reader.readAsDataURL(file);
  });
}

/** The file behind a `data:` address. */
export function fileOf(address: string): Blob {
  return new Blob([Uint8Array.from(atob(address.slice(address.indexOf(",") + 1)), (sign) => sign.charCodeAt(0))]);
}
