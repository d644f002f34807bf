// The game of this person because of which the server gives no help: each refusal names it, and one place of the page shows it.
import type { Schemas } from "./schemas";

export type RunningGame = Schemas["RunningGame"];

type Listener = (game: RunningGame | null) => void;

let listener: Listener = () => undefined;

/** Hear of the game, and with null that there is none. */
export function hearOfRunningGame(heard: Listener): void {
  listener = heard;
}

export function tellRunningGame(game: RunningGame | null): void {
  listener(game);
}

/** The game in a refusal of the server; null for a refusal for another reason. */
export function gameIn(problem: unknown): RunningGame | null {
  if (typeof problem !== "object" || problem === null || Reflect.get(problem, "code") !== "playing") return null;
  return (Reflect.get(problem, "game") as RunningGame | undefined) ?? null;
}
