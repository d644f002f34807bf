// The switch for messages on a public page: of the event, or of one player.
import { pushState, switchOff, switchOn, type PushSwitchState, type Topic } from "$lib/wire/push";

export function startPush(tournament: string): void {
  const there = document.querySelector<HTMLElement>("[data-push]");
  const button = there?.querySelector("button");
  const line = there?.querySelector<HTMLElement>("[data-state]");
  if (!there || !button || !line) return;
  const [place, press, said] = [there, button, line];
  const number = Number(place.dataset["number"]);
  const topic: Topic = { tournament, topic: number ? "player" : "event", number };
  let state: PushSwitchState = "off";

  function show(now: PushSwitchState): void {
    state = now;
    place.hidden = false;
    press.hidden = now !== "on" && now !== "off";
    press.textContent = place.dataset[now === "on" ? "labelOff" : "labelOn"] ?? "";
    said.textContent = place.dataset[now] ?? "";
  }

  press.addEventListener("click", () => {
    press.disabled = true;
    void (state === "on" ? switchOff(topic) : switchOn(topic))
      .then(show)
      .catch((problem: unknown) => {
        const detail = problem instanceof Error && "detail" in problem ? String(problem.detail) : "";
        said.textContent = detail || (place.dataset["failed"] ?? "");
      })
      .finally(() => (press.disabled = false));
  });
  void pushState(topic).then(show);
}
