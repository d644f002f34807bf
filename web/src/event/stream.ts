// The stream of the tournament. It rests while nobody looks: a browser opens only a few connections to one server.
import type { Update } from "./data";

export interface Stream {
  /** Go on after another update than the last one that came. */
  readonly from: (mark: string) => void;
}

const RETRY = 3000;

export function listen(id: string, mark: string, hear: (update: Update) => void, tell: (isConnected: boolean) => void): Stream {
  let seen = mark;
  let source: EventSource | null = null;
  let waiting = 0;

  function close(): void {
    clearTimeout(waiting);
    source?.close();
    source = null;
  }

  function open(): void {
    close();
    if (document.hidden) return;
    source = new EventSource(`/live/tournaments/${id}?seen=${encodeURIComponent(seen)}`);
    source.onopen = () => tell(true);
    source.onmessage = (event: MessageEvent<string>) => {
      if (event.lastEventId) seen = event.lastEventId;
      hear(JSON.parse(event.data) as Update);
    };
    source.onerror = () => {
      tell(false);
      // Pages that lost the server together do not all come back in the same moment.
      close();
      waiting = window.setTimeout(open, RETRY * (0.5 + Math.random()));
    };
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("offline", () => (close(), tell(false)));
  addEventListener("online", open);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
  return { from: (next) => void (seen = next) };
}
