// The service worker, which stores the page itself on the device and shows messages.
import { within } from "./within";

const SCRIPT = "/sw.js";
/** It loads the page once more, on a slow net. */
const INSTALLING = 60_000;

/** What manages service workers; null where the browser has none, or forbids them: some throw when they are named. */
function container(): ServiceWorkerContainer | null {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}

/** Whether this browser has service workers. */
export const hasWorker = (): boolean => container() !== null;

/** Install the worker and wait until it is at work. Rejects where the browser refuses or does not manage it. */
export async function installWorker(): Promise<ServiceWorkerRegistration> {
  const there = container();
  if (there === null) throw new Error("no service workers");
  await there.register(SCRIPT);
  return within(there.ready, INSTALLING);
}

/** The worker that is installed. */
export async function installedWorker(): Promise<ServiceWorkerRegistration | null> {
  return (await container()?.getRegistration(SCRIPT)) ?? null;
}

/** Resolves when what this page fetches is stored; never, or with `false`, where nothing is. */
export async function isServedByWorker(): Promise<boolean> {
  await container()?.ready;
  return container()?.controller != null;
}
