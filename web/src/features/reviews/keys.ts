// The keys of a review. A key that a field, a dialog or a tab list needs is theirs.
export type ReviewKey = "previous" | "next" | "first" | "last" | "up" | "down" | "best" | "mistake" | "analyse" | "deepen";

const KEYS: Readonly<Record<string, ReviewKey>> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  ArrowUp: "up",
  ArrowDown: "down",
  " ": "best",
  n: "mistake",
  a: "analyse",
  d: "deepen",
};

const TAKES_ARROWS = "dialog, input:not([type=range]), select, textarea, [role=tablist], [role=grid]";
/** The row that is shown already has no other use for the key. */
const TAKES_SPACE = "button:not([aria-current=true]), a, summary, input:not([type=range])";

/** What a key means, if it means anything here. */
export function reviewKey(event: KeyboardEvent): ReviewKey | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return null;
  const target = event.target instanceof Element ? event.target : null;
  const meant = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
  if (target?.closest(TAKES_ARROWS)) return null;
  return meant === "best" && target?.closest(TAKES_SPACE) ? null : meant;
}
