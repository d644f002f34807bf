// What is agreed for a game, in words.
import { m } from "$lib/text/text";
import type { Card, RulebookSummary } from "$lib/wire/api";

type Proposal = Card["proposal"];

/** The time of a player or of a turn; the rulebook's own where the table names none. */
export function timeText(proposal: Proposal, rulebook: RulebookSummary | undefined): string {
  const millis = proposal.millis ?? rulebook?.millis ?? null;
  if (millis === null || rulebook?.clock === "none") return m.shell_no_clock();
  if (rulebook?.clock === "per_turn") return m.shell_per_turn({ seconds: millis / 1000 });
  return m.shell_per_game({ minutes: Math.round(millis / 6000) / 10 });
}

const PACES = { swift: m.shell_wish_swift, by_hand: m.shell_wish_by_hand, at_table: m.shell_wish_at_table } as const;

/** How a move goes, and how long the opponent may check it. */
export function paceText({ steps, window }: Proposal): string {
  const check = window ? m.shell_seconds({ count: window }) : m.shell_wish_window_never();
  return `${PACES[steps]()}; ${m.shell_terms_check({ time: check })}`;
}
