// The router: links inside the page are followed without loading it again.
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

/** The page that a path names. */
export function parseRoute(path: string): Route {
  const [first, second, ...more] = parts(path) ?? ["", "", ""];
  if (first === "e" && second !== undefined && more.length === 1 && more[0] === "desk") return { page: "desk", id: second };
  if (first === "e" && second !== undefined && more.join("/") === "me") return { page: "find-me", id: second };
  if (first === "e" && second !== undefined && more.join("/") === "arbiter") return { page: "arbiter", id: second };
  if (more.length > 0) return { page: "missing" };
  if (first === undefined) return { page: "lobby" };
  if (first === "words" && (second === undefined || second === "cards" || second === "quiz")) return { page: "words", part: second ?? "search" };
  if (first === "pupil") return { page: "pupil", code: second ?? null };
  if (second === undefined && (first === "exam" || first === "class" || first === "statistics")) return { page: first };
  if (first === "rules") return { page: "rules", rulebook: second ?? null };
  if (first === "review") return { page: "review", id: second ?? null };
  if (first === "puzzles") return { page: "puzzles", what: second ?? null };
  if (second === undefined) return first === "account" || first === "about" || first === "events" || first === "learn" || first === "analysis" || first === "training" ? { page: first } : { page: "missing" };
  switch (first) {
    case "t":
      return { page: "table", id: second };
    case "me":
      return { page: "me", code: second };
    case "join":
      return { page: "join", token: second };
    case "embed":
      return { page: "embed", id: second };
    case "office":
      return { page: "office", token: second };
    case "publish":
      return { page: "publish", token: second };
    case "class":
      return { page: "lesson", id: second };
    default:
      return { page: "missing" };
  }
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
  // The public pages of tournaments are the server's, not this page's.
  const isServed = link.pathname.startsWith("/api") || (/^\/e(\/|$)/.test(link.pathname) && parseRoute(link.pathname).page === "missing");
  if (elsewhere || sameDocument || isServed) return;
  event.preventDefault();
  router.go(link.pathname + link.search + link.hash);
}
