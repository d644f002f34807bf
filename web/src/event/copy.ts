// A copy says how fresh it is, and that the line to the hall has been quiet. It goes by the time that has passed on this device,
// not by its clock, which may be a day off.
import type { EventData } from "./data";
import { timeOfDay } from "./figures";

/** The milliseconds after which the page says that nothing has come; the hall says every 45 seconds that it is there. */
const QUIET = 120_000;
const LOOK = 10_000;

let heard = 0;
let at = 0;

function show(words: EventData["words"], isQuiet: boolean): void {
  const time = timeOfDay(new Date(at));
  const [line, stamp] = [document.getElementById("quiet"), document.getElementById("as-of")];
  if (stamp) stamp.textContent = words.as_of.replace("{time}", time);
  if (!line || line.hidden === !isQuiet) return;
  line.textContent = words.quiet.replace("{time}", time);
  line.hidden = !isQuiet;
}

/** The hall has said that the copy has everything. */
export function hearCopied(words: EventData["words"], millis: number): void {
  heard = performance.now();
  at = millis;
  show(words, false);
}

/** Begin to look whether the hall is quiet. */
export function watchCopy(data: EventData): void {
  if (!data.copied) return;
  const [millis, isQuiet] = data.copied;
  at = millis;
  heard = isQuiet ? -QUIET : performance.now();
  setInterval(() => show(data.words, performance.now() - heard > QUIET), LOOK);
}
