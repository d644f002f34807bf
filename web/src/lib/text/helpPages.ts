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
