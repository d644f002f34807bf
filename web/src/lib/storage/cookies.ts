// Cookies that scripts may read.

/** The value of a cookie in a text of them; null without one that can be read. */
export function cookieIn(cookies: string, name: string): string | null {
  const found = cookies.split("; ").find((line) => line.startsWith(`${name}=`));
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

/** A cookie of this page. A frame that has no origin may not even ask. */
export function readCookie(name: string): string | null {
  try {
    return cookieIn(document.cookie, name);
  } catch {
    return null;
  }
}
