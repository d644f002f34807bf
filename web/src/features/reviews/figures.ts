// Figures of statistics as bars: by the phase of the game, and by the time of a turn.
import { m } from "$lib/text/text";
import type { ByPhase, Phase, TimeClass } from "$lib/wire/statistics";

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** The number of turns, where a bar may stand for few. */
  readonly turns?: number;
}

const PHASES: Readonly<Record<Phase, () => string>> = {
  opening: m.statistics_opening,
  middle: m.statistics_middle,
  late: m.statistics_late,
  last: m.statistics_last,
  end: m.statistics_end,
};

/** In the order of the game, without phases that did not occur. */
export const phaseBars = (of: ByPhase): Bar[] =>
  (Object.keys(PHASES) as Phase[]).flatMap((phase) => (of[phase] === undefined ? [] : [{ name: PHASES[phase](), value: of[phase] }]));

/** What turns lost by the time they took, with their number. */
export const lostByTime = (classes: readonly TimeClass[]): Bar[] =>
  classes.flatMap(({ least, end, judged, lost_points: lost }) => {
    const name = end === null ? m.statistics_seconds_from({ from: least }) : m.statistics_seconds({ from: least, to: end });
    return lost === null ? [] : [{ name, value: lost, turns: judged }];
  });
