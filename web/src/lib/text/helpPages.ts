// The page of help about an error, for those where it says more than the error can.
import pages from "./help_pages.json";
import { m } from "./text";

/** The address of that page in the person's language; null if there is none about this code. */
export function helpPage(code: string): string | null {
  const place = (pages as Readonly<Record<string, string>>)[code];
  if (place === undefined) return null;
  const [name = "", anchor = ""] = place.split("#");
  return `${m.shell_help_address()}${name === "index" ? "" : `/${name}`}#${anchor}`;
}

const REMEMBERED = 50;
/** The newest sentences about errors that have a page, with its address: where a sentence is shown its code is not known any more. */
const addresses = new Map<string, string>();

/** Remember that this sentence is about an error with this code. */
export function rememberHelp(sentence: string, code: string): void {
  const page = helpPage(code);
  if (page === null) return;
  addresses.delete(sentence);
  addresses.set(sentence, page);
  const [oldest] = addresses.keys();
  if (addresses.size > REMEMBERED && oldest !== undefined) addresses.delete(oldest);
}

/** The page of help about a sentence that says an error; null if there is none. */
export const helpFor = (sentence: string): string | null => addresses.get(sentence) ?? null;
