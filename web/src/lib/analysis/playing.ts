// Whether the person plays with other people now, for then nobody analyses for them. Without an answer the page goes by what it knows, and
// what it does not know counts as a game (decision 36).
import { api, ApiError } from "../wire/http";
import { tellRunningGame } from "../wire/runningGame";

/** `unknown`: the server gave no answer, and nothing else says that there is no game. */
type Playing = "no" | "yes" | "unknown";

const [ANSWER, WHO] = ["mostek-plays", "mostek-plays-person"];

function load(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Without storage nothing is known later, and then nobody analyses without a network. */
function save(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // See above.
  }
}

/** What the server said last, of whoever is logged in now. */
export function remember(playing: boolean): void {
  save(ANSWER, playing ? "yes" : "no");
}

/** A game of the person goes on in this browser: what the server said before counts no more. */
export function forgetIdle(): void {
  save(ANSWER, "");
}

/** Who is logged in; of another person the server has said nothing. */
export function knowPerson(id: string): void {
  if (load(WHO) === id) return;
  save(WHO, id);
  forgetIdle();
}

/** Whether a game of the person is in progress. */
export async function isPlaying(): Promise<Playing> {
  try {
    const { playing } = await api.analysisOffer();
    remember(playing !== null);
    tellRunningGame(playing);
    return playing ? "yes" : "no";
  } catch (fault) {
    // A server that answers anything else is there, and can be asked again.
    if (!(fault instanceof ApiError) || fault.status !== 0 || (await isReachable())) return "unknown";
    // Nobody plays here without a network: the last answer still holds, for a browser that saw no game since.
    const last = load(ANSWER);
    return last === "no" ? "no" : last === "yes" ? "yes" : "unknown";
  }
}

/** Whether the server answers anything: else who keeps one address from it would seem to have no network. */
async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return api.health().then(
    () => true,
    (fault: unknown) => fault instanceof ApiError && fault.status !== 0,
  );
}
