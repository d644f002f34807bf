// Puts changes into the page: results into the rows of their tables, places and points into the standings.
import type { CardChanges, StandingCard, RoundTableCard } from "$lib/wire/tournaments";
import type { EventData } from "./data";
import { halves, signed } from "./figures";

/** The row with that key, if the page shows it. */
const row = (name: "table" | "standing", key: string): HTMLElement | null => document.querySelector(`[data-${name}="${CSS.escape(key)}"]`);

function put(place: Element | null | undefined, text: string): boolean {
  if (!place || place.textContent === text) return false;
  place.textContent = text;
  return true;
}

/** Show for a moment that a row has changed. */
function point(element: HTMLElement): void {
  element.classList.remove("changed");
  void element.offsetWidth;
  element.classList.add("changed");
}

/** The word for a result that points alone do not tell. */
function note({ words }: EventData, card: RoundTableCard): string | undefined {
  if (card.decided_by === "forfeit") return words.forfeit;
  if (card.decided_by === "both_forfeited") return words.both;
  if (card.decided_by !== "last_words") return undefined;
  return card.last_words ? words.last_words.replace("{points}", card.last_words.join(":")) : words.last_word;
}

function applyTable(data: EventData, card: RoundTableCard): void {
  const found = row("table", `${card.division ?? ""}|${card.round}|${card.table}`);
  if (!found) return;
  const places = card.places ?? [];
  const winner = places.filter((place) => place === 1).length === 1 ? places.indexOf(1) : -1;
  const [scores, names] = [found.querySelectorAll("[data-score]"), found.querySelectorAll("td.seats:first-of-type > span")];
  let changed = false;
  scores.forEach((place, seat) => {
    changed = put(place, String(card.scores?.[seat] ?? "")) || changed;
    place.classList.toggle("won", seat === winner);
    names[seat]?.classList.toggle("won", seat === winner);
  });
  const light = found.querySelector("[data-light]");
  const [sign, word] = data.lights[card.light] ?? ["", ""];
  if (light) light.className = `light light-${card.light}`;
  changed = put(light?.querySelector(".sign"), sign) || changed;
  changed = put(light?.querySelector(".word"), note(data, card) ?? word) || changed;
  if (changed) point(found);
}

function applyStanding(card: StandingCard): boolean {
  const found = row("standing", `${card.division ?? ""}|${card.number}`);
  if (!found) return false;
  const values = {
    place: String(card.place ?? "–"),
    match_points: halves(card.half_points ?? 0),
    game_points: String(card.game_points ?? 0),
    spread: signed(card.spread ?? 0),
  };
  const changed = Object.entries(values).filter(([name, value]) => put(found.querySelector(`[data-value="${name}"]`), value));
  if (changed.length) point(found);
  return changed.length > 0;
}

/** Rows by their places; those without one last, and equals as they were. */
function sort(body: HTMLElement): void {
  const place = (one: Element): number => Number(one.querySelector('[data-value="place"]')?.textContent) || Infinity;
  const rows = [...body.children];
  const sorted = [...rows].sort((one, other) => place(one) - place(other) || rows.indexOf(one) - rows.indexOf(other));
  if (sorted.some((one, at) => one !== rows[at])) body.append(...sorted);
}

export function apply(data: EventData, changes: CardChanges): void {
  if (data.applies.includes("tables")) changes.tables?.forEach((card) => applyTable(data, card));
  if (data.applies.includes("standings") && changes.standings?.map(applyStanding).some(Boolean)) {
    document.querySelectorAll<HTMLElement>("[data-standings]").forEach(sort);
  }
}
