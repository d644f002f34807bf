// The turn clock on the wall, for a hall that plays by a common signal: a key, a click or a tap begins the next turn of all tables.
import { atRest, leftAt, nextTurn, running, signalBetween, standing } from "$lib/timing/turnClock";
import { beep } from "$lib/timing/sound";
import { timeLeft } from "./figures";

const NEXT = ["ArrowRight", "ArrowDown", "PageDown", " ", "Enter"];

export function startTurns(main: HTMLElement): void {
  const seconds = Number(main.dataset["turns"]);
  const find = (name: string): HTMLElement | null => main.querySelector<HTMLElement>(`[data-${name}]`);
  const [number, digits, said, hold] = [find("turn"), find("digits"), find("over"), find("hold")];
  const stop = hold?.textContent ?? "";
  let clock = atRest(seconds);
  let shown = clock.left;

  function show(): void {
    const left = leftAt(clock, Date.now());
    const signal = signalBetween(shown, left);
    if (signal) beep(signal === "soon" ? 660 : 880, signal === "soon" ? 2 : 4);
    shown = left;
    const isOver = clock.turn > 0 && left <= 0;
    main.classList.toggle("is-over", isOver);
    if (digits) digits.textContent = timeLeft(left);
    if (number) number.textContent = clock.turn ? (number.dataset["words"] ?? "").replace("{n}", String(clock.turn)) : "";
    const word = isOver ? (said?.dataset["over"] ?? "") : "";
    if (said && said.textContent !== word) said.textContent = word;
    if (hold) {
      hold.hidden = clock.turn === 0 || isOver;
      hold.textContent = clock.since === null ? (hold.dataset["go"] ?? "") : stop;
    }
  }

  function next(): void {
    clock = nextTurn(clock, seconds, Date.now());
    shown = clock.left;
    show();
  }

  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLButtonElement) return;
    if (!NEXT.includes(event.key)) return;
    event.preventDefault();
    next();
  });
  main.addEventListener("click", (event) => {
    if (event.target !== hold) return next();
    clock = clock.since === null ? running(clock, Date.now()) : standing(clock, Date.now());
    show();
  });
  setInterval(show, 100);
  show();
}
