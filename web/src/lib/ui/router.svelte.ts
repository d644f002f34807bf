// The router: links inside the page are followed without loading it again. The server reads the same list of addresses, and answers 404
// for every other one.
import addresses from "../../../../src/mostek/server/http/page_addresses.json";

type Route =
  | { readonly page: "lobby" }
  | { readonly page: "table"; readonly id: string }
  | { readonly page: "join"; readonly token: string }
  | { readonly page: "embed"; readonly id: string }
  | { readonly page: "rules"; readonly rulebook: string | null }
  | { readonly page: "me"; readonly code: string }
  | { readonly page: "arbiter"; readonly id: string }
  | { readonly page: "find-me"; readonly id: string }
  | { readonly page: "account" }
  | { readonly page: "about" }
  | { readonly page: "analysis" }
  | { readonly page: "training" }
  | { readonly page: "events" }
  | { readonly page: "learn" }
  | { readonly page: "words"; readonly part: "search" | "cards" | "quiz" }
  | { readonly page: "desk"; readonly id: string }
  | { readonly page: "office"; readonly token: string }
  | { readonly page: "publish"; readonly token: string }
  | { readonly page: "review"; readonly id: string | null }
  | { readonly page: "statistics" }
  | { readonly page: "exam" }
  | { readonly page: "class" }
  | { readonly page: "lesson"; readonly id: string }
  | { readonly page: "pupil"; readonly code: string | null }
  | { readonly page: "puzzles"; readonly what: string | null }
  | { readonly page: "missing" };

/** The parts of a path between its slashes; null if its percent-encoding is broken. */
function parts(path: string): readonly string[] | null {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** What the parts of a path name in a pattern, whose part `:name` may be anything and `:name?` may be missing; null if the path is another. */
function matched(pattern: string, path: readonly string[]): Record<string, string | null> | null {
  const wanted = parts(pattern) ?? [];
  if (path.length > wanted.length) return null;
  const named: Record<string, string | null> = {};
  for (const [index, want] of wanted.entries()) {
    const part = path[index];
    if (part === undefined && !want.endsWith("?")) return null;
    if (want.startsWith(":")) named[want.replace(/[:?]/g, "")] = part ?? null;
    else if (want !== part) return null;
  }
  return named;
}

/** The page that a path names. */
export function parseRoute(path: string): Route {
  const asked = parts(path);
  for (const { address, ...page } of asked === null ? [] : addresses) {
    const named = matched(address, asked ?? []);
    if (named) return { ...page, ...named } as Route;
  }
  return { page: "missing" };
}

class Router {
  path = $state(location.pathname);
  /** The anchor in the page, without `#`. */
  anchor = $state(location.hash.slice(1));
  readonly route = $derived(parseRoute(this.path));

  constructor() {
    addEventListener("popstate", () => this.#read());
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.#read();
    scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname;
    this.anchor = location.hash.slice(1);
  }
}

export const router = new Router();

/** Go to a page of this site. */
export const go = (path: string): void => router.go(path);

/** Follow a click on a link inside the page, if it is one and no key asks for a new tab. */
export function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const elsewhere = link.origin !== location.origin || link.target !== "" || link.rel === "external" || link.hasAttribute("download");
  const sameDocument = link.pathname === location.pathname && link.hash !== "";
  // The public pages of tournaments, files and the description of the API are the server's, not this page's.
  const isServed = parseRoute(link.pathname).page === "missing";
  if (elsewhere || sameDocument || isServed) return;
  event.preventDefault();
  router.go(link.pathname + link.search + link.hash);
}
