// The time that is left of a round. The clock of a phone may be a day off, so the server's is asked once.
import type { EventData } from "./data";
import { timeLeft, timeOfDay } from "./figures";

let ahead: number | null = null;

/** How far the server's clock is ahead of this one, to the second. */
async function ask(): Promise<void> {
  try {
    const date = (await fetch(location.href, { method: "HEAD", cache: "no-store" })).headers.get("date");
    ahead = date ? Date.parse(date) - Date.now() : 0;
  } catch {
    ahead = null;
  }
}

function show(words: EventData["words"]): void {
  const now = Date.now() + (ahead ?? 0);
  const time = document.getElementById("time");
  if (time) time.textContent = timeOfDay(new Date(now));
  document.querySelectorAll<HTMLElement>("[data-ends]").forEach((clock) => {
    const left = Number(clock.dataset["ends"]) - now;
    const place = clock.querySelector<HTMLElement>("[data-left]");
    clock.classList.toggle("is-over", left <= 0);
    if (place) place.textContent = left > 0 ? (place.matches(".digits") ? timeLeft(left) : `(${words.left.replace("{time}", timeLeft(left))})`) : words.over;
  });
}

export async function startClock(words: EventData["words"]): Promise<void> {
  if (document.querySelector("[data-ends], #time")) await ask();
  show(words);
  setInterval(() => show(words), 1000);
}
