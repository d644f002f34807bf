// Whether the person plays with other people now, for then nobody analyses for them. Without an answer the page goes by what it knows, and
// what it does not know counts as a game (decision 36).
import { onDevice } from "../storage/texts";
import type { AnalysisOffer } from "../wire/api";
import { api, ApiError, isReachable } from "../wire/http";
import { tellRunningGame } from "../wire/runningGame";

/** `unknown`: the server gave no answer, and nothing else says that there is no game. */
type Playing = "no" | "yes" | "unknown";

const [ANSWER, WHO] = ["mostek-plays", "mostek-plays-person"];

let schoolHints = false;

/** Whether the server said last that hints for this browser leave out vulgar words; then it answers, and never the page. */
export const hasSchoolHints = (): boolean => schoolHints;

/** What the server said last, of whoever is logged in now. */
export function remember(offer: Pick<AnalysisOffer, "playing" | "school_hints">): void {
  forgetIdle();
  onDevice.keep(ANSWER, offer.playing ? "yes" : "no");
  schoolHints = offer.school_hints === true;
}

/** A game of the person goes on in this browser: what the server said before counts no more. */
export function forgetIdle(): void {
  onDevice.forget(ANSWER); // a full storage takes no other answer, and deletes this one
}

/** Who is logged in; of another person the server has said nothing. */
export function knowPerson(id: string): void {
  if (onDevice.read(WHO) === id) return;
  onDevice.keep(WHO, id);
  forgetIdle();
}

/** Whether a game of the person is in progress. */
export async function isPlaying(): Promise<Playing> {
  try {
    const offer = await api.analysisOffer();
    remember(offer);
    tellRunningGame(offer.playing);
    return offer.playing ? "yes" : "no";
  } catch (fault) {
    // A server that answers anything else is there, and can be asked again.
    if (!(fault instanceof ApiError) || fault.status !== 0 || (await isReachable())) return "unknown";
    // Nobody plays here without a network: the last answer still holds, for a browser that saw no game since.
    // The memory of this page does not count: a game in another tab could not take that answer back.
    const last = onDevice.stored(ANSWER);
    return last === "no" ? "no" : last === "yes" ? "yes" : "unknown";
  }
}
