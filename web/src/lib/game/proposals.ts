// What another player proposes: to end the game, to put it off, to go on without the arbiter, to let the arbiter see the racks.
import { m } from "$lib/text/text";
import type { NumberedEvent, Option, View } from "$lib/wire/types";

interface Proposal {
  /** The number of the event in which it was made. */
  readonly id: number;
  readonly title: string;
  /** What happens without an answer. */
  readonly unanswered: string;
  /** The option with which the person agrees. */
  readonly option: Option;
}

const TITLES: Readonly<Record<string, (who: { name: string }) => string>> = {
  end: m.game_proposal_end,
  adjourn: m.game_proposal_adjourn,
  go_on: m.game_proposal_go_on,
  sight: m.game_proposal_sight,
};

/** The proposals of others to which the person can agree now, the earliest first. */
export function proposals(view: View, log: readonly NumberedEvent[], allowed: readonly Option[]): readonly Proposal[] {
  return view.confirmed.flatMap(([seat, what]) => {
    const title = TITLES[what];
    const option = allowed.find(({ command, choice }) => command === "confirm" && choice === what);
    const made = log.findLast(({ event }) => event.type === "confirmed" && event.what === what && event.seat === seat);
    if (!title || !option || !made || seat === view.viewer) return [];
    const unanswered = what === "go_on" ? m.game_proposal_waits() : m.game_proposal_lapses();
    return [{ id: made.n, title: title({ name: view.players[seat - 1] ?? "" }), unanswered, option }];
  });
}
