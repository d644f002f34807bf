// The script of the public pages of a tournament. They can be read without it; with it they follow the event by themselves.
import "./event.css";
import "./wall.css";
import { TournamentStream, type StreamState } from "$lib/wire/stream";
import type { CardChanges, Update } from "$lib/wire/tournaments";
import { apply } from "./apply";
import { startClock } from "./clock";
import { hearCopied, watchCopy } from "./copy";
import { dataIn, type EventData } from "./data";
import { timeOfDay } from "./figures";
import { startPush } from "./push";
import { startTurns } from "./turns";
import { startCalls, startWall } from "./wall";

/** The milliseconds within which readers fetch a page again: not all in the same moment. The wall is one reader. */
const SOON = 6000;
const WALL_SOON = 400;

let data: EventData | null = dataIn(document);
let restartWall: (() => void) | null = null;
let refreshing = 0;

/** Show or hide a line above the page. */
function say(id: "cut" | "news", ...parts: readonly (string | Node)[]): void {
  const line = document.getElementById(id);
  if (!line) return;
  line.replaceChildren(...parts);
  line.hidden = parts.length === 0;
}

/** Fetch the page again and put it in the place of this one, without moving the reader. */
async function refresh(): Promise<void> {
  refreshing = 0;
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (answer.status === 404) return location.reload();
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [next, main, now] = [dataIn(page), page.querySelector("main"), document.querySelector("main")];
    if (!next || !main || !now) return;
    const open = document.activeElement instanceof HTMLAnchorElement ? document.activeElement.getAttribute("href") : null;
    // The switch of messages stays as it is: the reader may be about to press it.
    const [push, nextPush] = [now.querySelector("[data-push]"), main.querySelector("[data-push]")];
    if (push && nextPush) nextPush.replaceWith(push);
    now.replaceWith(document.adoptNode(main));
    if (open) main.querySelector<HTMLElement>(`a[href="${CSS.escape(open)}"]`)?.focus({ preventScroll: true });
    data = next;
    restartWall?.();
  } catch {
    // Without a connection the page stays as it is; the stream says so, and brings what was missed.
  }
}

const within = (): number => (restartWall ? WALL_SOON : SOON) * Math.random();

function refreshSoon(): void {
  refreshing ||= window.setTimeout(() => void refresh(), within());
}

/** The kinds of changes in an update, as the page names those that concern it. */
function kinds(changes: CardChanges): ReadonlySet<string> {
  const own = Number(document.querySelector<HTMLElement>("[data-player]")?.dataset["player"]);
  const found = new Set<string>();
  const add = (kind: string, ...there: readonly unknown[]): void => void (there.some((one) => (Array.isArray(one) ? one.length : one)) && found.add(kind));
  add("event", changes.event);
  add("entrants", changes.entrants, changes.gone_entrants);
  add("rounds", changes.rounds, changes.gone_rounds);
  add("tables", changes.tables);
  add("standings", changes.standings, changes.gone_standings);
  add("own_tables", changes.tables?.some((one) => one.players.includes(own)));
  add("own_standings", changes.standings?.some((one) => one.number === own));
  return found;
}

/** Say that a round was paired which this page does not show. */
function announce(now: EventData, changes: CardChanges): void {
  const there = new Map(now.rounds);
  const fresh = changes.rounds?.filter((one) => one.round > (there.get(one.division) ?? 0)).map((one) => one.round) ?? [];
  if (fresh.length === 0) return;
  const round = Math.max(...fresh);
  const link = document.createElement("a");
  const [path, query] = now.round.split("?");
  link.href = `${path}${round}${query ? `?${query}` : ""}`;
  link.textContent = now.words.show;
  say("news", now.words.paired.replace("{round}", String(round)), link);
}

function hear(update: Update): void {
  if (!data) return;
  if (update.copied_at !== undefined) hearCopied(data.words, update.copied_at);
  const changes = update.changes ?? {};
  apply(data, changes);
  announce(data, changes);
  const changed = new Set([...kinds(changes), ...(update.announcements ? ["announcements"] : [])]);
  if (data.refreshes.some((kind) => changed.has(kind))) refreshSoon();
}

let isCut = false;

function tell(state: StreamState): void {
  if (state === "connecting" || isCut === (state === "lost") || !data) return;
  isCut = state === "lost";
  if (isCut) say("cut", data.words.cut.replace("{time}", timeOfDay(new Date())));
  else say("cut");
}

/** The stream cannot go on from the page's mark: fetch the page again, when it suits the server, and go on from the new one. */
async function reload(): Promise<string | null> {
  await new Promise((done) => setTimeout(done, within()));
  await refresh();
  return data?.mark ?? null;
}

if (data) {
  if (data.page === "wall") restartWall = startWall();
  const turns = document.querySelector<HTMLElement>("[data-turns]");
  if (document.querySelector("[data-calls]")) startCalls();
  else if (turns) startTurns(turns);
  else new TournamentStream(data.id, null, data.mark, { update: hear, state: tell, reload }).start();
  startPush(data.id);
  void startClock(data.words);
  watchCopy(data);
}
