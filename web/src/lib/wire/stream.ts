// The stream of a tournament: numbered updates, from the last one that the page has, also after a broken connection.
import type { Update } from "./tournaments";

export type StreamState = "connecting" | "open" | "lost";

/** The stream as it is used here; `EventSource` is one. */
interface Source {
  onopen: (() => unknown) | null;
  onmessage: ((event: { data: string; lastEventId: string }) => unknown) | null;
  onerror: (() => unknown) | null;
  close(): void;
}

interface Reader {
  update(update: Update): void;
  state(state: StreamState): void;
  /** The page was away for too long, or sees other things now: read the whole, and give its mark. */
  reload(): Promise<string | null>;
}

/** Where the updates come from that follow the last one seen; with the code of a player, also those of the own table. */
function streamUrl(id: string, seen: string, code: string | null): string {
  const query = new URLSearchParams({ seen, ...(code === null ? {} : { code }) });
  return `/live/tournaments/${encodeURIComponent(id)}?${query.toString()}`;
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 10_000;

/**
 * Keeps a stream open while the page is visible: a browser has six connections to a server, and a hidden page needs none.
 * `EventSource` gives up after an answer that is no stream, as when the server is full; here it is tried again.
 */
export class TournamentStream {
  #source: Source | null = null;
  #mark: string;
  #delay = FIRST_DELAY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  readonly #lose = (): void => this.#again();
  readonly #look = (): void => (document.hidden ? this.#rest() : this.#open());

  constructor(
    readonly id: string,
    readonly code: string | null,
    mark: string,
    readonly reader: Reader,
    readonly open: (url: string) => Source = (url) => new EventSource(url) as Source,
  ) {
    this.#mark = mark;
  }

  start(): void {
    document.addEventListener("visibilitychange", this.#look);
    addEventListener("online", this.#look);
    addEventListener("offline", this.#lose);
    this.#look();
  }

  stop(): void {
    this.#isStopped = true;
    document.removeEventListener("visibilitychange", this.#look);
    removeEventListener("online", this.#look);
    removeEventListener("offline", this.#lose);
    this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #open(): void {
    if (this.#isStopped || this.#source) return;
    clearTimeout(this.#timer);
    this.reader.state("connecting");
    const source = this.open(streamUrl(this.id, this.#mark, this.code));
    this.#source = source;
    source.onopen = () => {
      this.#delay = FIRST_DELAY;
      this.reader.state("open");
    };
    source.onmessage = ({ data, lastEventId }) => void this.#take(JSON.parse(data) as Update, lastEventId);
    source.onerror = () => this.#again();
  }

  async #take(update: Update, mark: string): Promise<void> {
    if (mark) this.#mark = mark;
    if (!update.reload) return this.reader.update(update);
    this.#rest();
    const whole = await this.reader.reload().catch(() => null);
    if (whole === null) return this.#again();
    this.#mark = whole;
    this.#look();
  }

  #again(): void {
    this.#rest();
    if (this.#isStopped) return;
    this.reader.state("lost");
    // A thousand pages that lost the server together do not all come back in the same moment.
    this.#timer = setTimeout(this.#look, this.#delay * (0.5 + Math.random()));
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }
}
