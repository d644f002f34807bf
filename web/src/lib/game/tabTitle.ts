// The title of the browser's tab: whose turn it is, who decides, and that somebody who rules is called.
import { m } from "$lib/text/text";
import type { View } from "$lib/wire/types";

/** Who rules on disputes beside the table. */
const RULES: ReadonlySet<unknown> = new Set<View["viewer"]>(["arbiter", "jury", "teacher"]);
/** Who may give a verdict beside the table. */
const JUDGES: ReadonlySet<unknown> = new Set<View["viewer"]>(["arbiter", "jury", "teacher", "assistant"]);

/** The phases in which the others decide on the move of the player on turn. */
const DECIDED: ReadonlySet<string> = new Set(["laid", "challenged", "closing"]);

/** Made from the view alone, so that it changes at once. Without one: `asks` says whether the person is asked to be ready. */
export function tabTitle(view: View | null, asks = false): string {
  if (view === null) return asks ? m.game_tab_ready() : m.game_opening();
  const names = view.players.join(" – ");
  if (view.phase === "over") return m.game_tab_over({ names });
  const { interruption } = view;
  if (interruption?.awaiting) {
    if (interruption.reason === "break") return m.game_tab_break({ names });
    return RULES.has(view.viewer) ? m.game_tab_called({ names }) : m.game_tab_arbiter({ names });
  }
  if (view.phase === "challenged" && JUDGES.has(view.viewer)) return m.game_tab_judge({ names });
  if (view.on_turn === null) return m.game_title({ names });
  return DECIDED.has(view.phase) ? decided(view, names) : turn(view, names);
}

const turn = (view: View, names: string): string =>
  view.on_turn === view.viewer
    ? m.game_tab_mine({ names })
    : m.game_tab_turn({ name: view.players[(view.on_turn ?? 0) - 1] ?? "", names });

function decided(view: View, names: string): string {
  if (typeof view.viewer === "number" && view.viewer !== view.on_turn) return m.game_tab_decide({ names });
  const others = view.players.filter((_, index) => index + 1 !== view.on_turn).join(", ");
  return m.game_tab_waits({ others, names });
}
