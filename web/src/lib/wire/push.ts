// Messages to this browser: switched on and off for one topic of a tournament. They need https and the internet.
import { hasWorker, installWorker, installedWorker } from "../storage/serviceWorker";
import { onDevice } from "../storage/texts";
import { request } from "./http";

export interface Topic {
  readonly tournament: string;
  readonly topic: "own" | "calls" | "player" | "event";
  /** The player; 0 where the topic is no player. */
  readonly number: number;
  /** The code of the own page, for the topic `own`. */
  readonly code?: string;
}

/** What the switch shows: messages come, may come, were forbidden in the browser, or cannot come here. */
export type PushSwitchState = "on" | "off" | "denied" | "insecure" | "unsupported";

const place = ({ tournament, topic, number }: Topic): string => `mostek.push.${tournament}.${topic}.${number}`;

const isStored = (topic: Topic): boolean => onDevice.read(place(topic)) !== null;

function store(topic: Topic, on: boolean): void {
  if (on) onDevice.keep(place(topic), "1");
  else onDevice.forget(place(topic));
}

const subscription = async (): Promise<PushSubscription | null> => (await (await installedWorker())?.pushManager.getSubscription()) ?? null;

async function ask(topic: Topic, there: PushSubscription): Promise<void> {
  const { keys } = there.toJSON();
  const body = {
    endpoint: there.endpoint,
    p256dh: keys?.["p256dh"] ?? "",
    auth: keys?.["auth"] ?? "",
    topic: topic.topic,
    number: topic.topic === "own" ? 0 : topic.number,
  };
  await (topic.code === undefined
    ? request("POST", "/api/tournaments/{id}/push", { path: { id: topic.tournament }, body })
    : request("POST", "/api/players/{code}/push", { path: { code: topic.code }, body }));
}

/** The state now. Where messages are on, the server is told again: it may have lost them. */
export async function pushState(topic: Topic): Promise<PushSwitchState> {
  if (!isSecureContext) return "insecure";
  if (!hasWorker() || !("PushManager" in window) || !("Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  if (!isStored(topic) || Notification.permission !== "granted") return "off";
  const there = await subscription().catch(() => null);
  if (there === null) return "off";
  try {
    await ask(topic, there);
  } catch (problem) {
    // Without a connection they stay on; a server that refuses sends nothing any more.
    if (!(problem instanceof Error && "status" in problem && problem.status === 0)) {
      store(topic, false);
      return "off";
    }
  }
  return "on";
}

/** Ask for messages, after a press. Throws what the server or the push service of the browser refuses. */
export async function switchOn(topic: Topic): Promise<PushSwitchState> {
  const { key } = await request("GET", "/api/push");
  if (key === null) return "unsupported";
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const { pushManager } = await installWorker();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  let there: PushSubscription;
  try {
    there = await pushManager.subscribe(options);
  } catch (problem) {
    // The server has another key now: the subscription before is worth nothing.
    const old = await pushManager.getSubscription();
    if (old === null) throw problem;
    await old.unsubscribe();
    there = await pushManager.subscribe(options);
  }
  await ask(topic, there);
  store(topic, true);
  return "on";
}

/** No more messages of this topic on this browser. */
export async function switchOff(topic: Topic): Promise<PushSwitchState> {
  const there = await subscription();
  const body = { endpoint: there?.endpoint ?? "", topic: topic.topic, number: topic.number };
  if (there !== null) await request("POST", "/api/tournaments/{id}/push/off", { path: { id: topic.tournament }, body });
  store(topic, false);
  return "off";
}
