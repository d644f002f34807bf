// The socket of one table: keeps it open, the stream without gaps, and commands done once.
import { CommandQueue } from "./queue";
import type { Answer, ClockFace, Command, MessageOf, PageMessage, Phrase, Reading, ServerFrame, ServerMessage, Viewer } from "./types";

export type Connection = "connecting" | "open" | "lost" | "refused";

/** A connection as it is used here. */
export interface Socket {
  isOpen(): boolean;
  send(text: string): void;
  close(): void;
}

/** The events of a socket. */
export interface SocketEvents {
  readonly opened: () => void;
  readonly message: (text: string) => void;
  readonly closed: (code: number, reason: string) => void;
}

interface Listener {
  /** Every message of the server, without gaps; an update may come twice. Pings are answered before. */
  message(message: ServerMessage): void;
  connection(connection: Connection): void;
  /** Commands that are queued or not answered. */
  waiting(count: number): void;
}

export interface Network {
  /** `place` is the path of the node of the server that has the game; "" for any. */
  open(table: string, events: SocketEvents, place: string): Socket;
  /** A number from 0 to below 1. */
  random(): number;
}

const SUBPROTOCOL = "mostek.1";
/** The server sends a message at least every 7 s; a connection that is silent for longer than this is dead. */
const SILENCE = 12_000;
/** After waking up one missed ping is enough. */
const STALE = 8_500;
/** How long an update that an answer speaks of may be on its way. */
const LATE_UPDATE = 1_500;
/** Milliseconds before the second attempt to connect, and the most between two attempts. */
const FIRST_DELAY = 300;
const LONGEST_DELAY = 5_000;
/** The code of a problem with a command that the server could not read. */
export const UNREADABLE = "bad_message";
const FINAL_CODES: readonly number[] = [4403, 4404];
/** The game goes on at another node of the server, whose path is the reason. */
const ELSEWHERE = 4410;
/** A path as nodes have them: a page never leaves its server because a message says so. */
const PLACE = /^(?:\/[\w~-]+)+$/;

/** The browser's network; `seat` is the one of the person's seats that is meant, where people share the device. */
export const browserNetworkOf = (seat: number | null): Network => ({
  open(table, events, place) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const asked = seat === null ? "" : `?seat=${seat}`;
    const socket = new WebSocket(`${scheme}://${location.host}${place}/live/${encodeURIComponent(table)}${asked}`, SUBPROTOCOL);
    socket.onopen = () => events.opened();
    socket.onmessage = (event: MessageEvent<string>) => events.message(event.data);
    socket.onclose = ({ code, reason }) => events.closed(code, reason);
    return {
      isOpen: () => socket.readyState === WebSocket.OPEN,
      send: (text) => socket.send(text),
      close: () => socket.close(),
    };
  },
  random: () => Math.random(),
});

export const browserNetwork: Network = browserNetworkOf(null);

export class TableSocket {
  #table: string;
  #listener: Listener;
  #network: Network;
  #reading: Reading;
  #socket: Socket | null = null;
  #queue = new CommandQueue();
  #n = 0;
  #viewer: Viewer | null = null;
  #attempt = 0;
  /** The path of the node that has the game, as another one has said. */
  #place = "";
  #late: readonly { readonly n: number; readonly resolve: () => void }[] = [];
  #subscribing = false;
  #closed = false;
  #heard = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, listener: Listener, network: Network = browserNetwork, reading: Reading = {}) {
    this.#table = table;
    this.#listener = listener;
    this.#network = network;
    this.#reading = reading;
    addEventListener("online", this.#wake);
    addEventListener("pageshow", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** The number of the last event that has arrived. */
  get n(): number {
    return this.#n;
  }

  /** Send a command. Resolves with the server's answer, also if the connection breaks meanwhile. */
  do(command: Command): Promise<Answer> {
    const answer = this.#queue.add(command, this.#n);
    this.#flush();
    return answer;
  }

  askOptions(): void {
    this.#send({ type: "ask_options", seen: this.#n });
  }

  say(phrase: Phrase): void {
    this.#send({ type: "say", phrase });
  }

  weigh(placement: Record<string, string>): void {
    this.#send({ type: "weigh", placement, seen: this.#n });
  }

  countersign(message: Extract<PageMessage, { type: "countersign" }>): void {
    this.#send(message);
  }

  /** Forget the stream and ask for it from the beginning, for instance when the person has got another seat. */
  restart(): void {
    this.#n = 0;
    this.#subscribe();
  }

  /** Read sentences in another way: the stream comes again from the beginning. */
  read(change: Reading): void {
    const reading = { ...this.#reading, ...change };
    if (JSON.stringify(reading) === JSON.stringify(this.#reading)) return;
    this.#reading = reading;
    if (this.#socket?.isOpen()) this.#subscribe(0);
    else this.#n = 0;
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#wake);
    removeEventListener("pageshow", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    clearTimeout(this.#retry);
    this.#drop();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const isMine = (): boolean => socket === this.#socket;
    const socket = this.#network.open(this.#table, {
      opened: () => isMine() && this.#begin(),
      message: (text) => {
        for (const message of JSON.parse(text) as ServerFrame) if (isMine()) this.#take(message);
      },
      closed: (code, reason) => isMine() && this.#lost(code, reason),
    }, this.#place);
    this.#socket = socket;
    this.#noteMessage();
  }

  #begin(): void {
    this.#subscribe();
    this.#flush();
  }

  /** Give the socket up without waiting for its farewell, which may take minutes when the network is gone. */
  #drop(): void {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    this.#subscribing = false;
    this.#queue.unsend();
    socket?.close();
  }

  #lost(code: number, reason = ""): void {
    this.#drop();
    if (this.#closed) return;
    // A node that does not answer may be gone: any other one knows who has the game now, or takes it within seconds.
    const most = this.#place === "" ? Infinity : 1;
    const isLed = code === ELSEWHERE && PLACE.test(reason);
    this.#place = isLed ? reason : "";
    if (FINAL_CODES.includes(code)) {
      this.close();
      this.#listener.connection("refused");
      return;
    }
    this.#listener.connection("lost");
    this.#retry = setTimeout(() => this.#connect(), retryDelay(isLed ? 0 : Math.min(this.#attempt, most), this.#network.random()));
    this.#attempt += 1;
  }

  #noteMessage(): void {
    this.#heard = performance.now();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(0), SILENCE);
  }

  // A sleeping page has no timers and a changed network says nothing: on waking up, doubt the connection at once.
  #wake = (): void => {
    if (this.#closed || document.visibilityState === "hidden") return;
    if (this.#socket && performance.now() - this.#heard < STALE) return;
    this.#drop();
    this.#attempt = 0;
    this.#connect();
  };

  #subscribe(after = this.#n): void {
    this.#subscribing = true;
    this.#send({ type: "subscribe", after, ...this.#reading });
  }

  #send(message: PageMessage): void {
    if (this.#socket?.isOpen()) this.#socket.send(JSON.stringify(message));
  }

  #flush(): void {
    this.#listener.waiting(this.#queue.length);
    if (!this.#socket?.isOpen()) return;
    const queued = this.#queue.take();
    if (queued) this.#send({ type: "do", ...queued });
  }

  #take(message: ServerMessage): void {
    this.#noteMessage();
    switch (message.type) {
      case "ping":
        this.#send({ type: "pong", ping: message.ping });
        break;
      case "snapshot":
        this.#takeSnapshot(message);
        return;
      case "update":
        this.#takeUpdate(message);
        return;
      case "answer":
        this.#takeAnswer(message);
        break;
      case "problem":
        this.#takeProblem(message);
        break;
    }
    this.#listener.message(message);
  }

  #takeSnapshot(message: MessageOf<"snapshot">): void {
    this.#subscribing = false;
    this.#attempt = 0;
    this.#viewer = message.view.viewer;
    this.#acknowledge(message.n, message.clock);
    this.#listener.connection("open");
    this.#listener.message(message);
    this.#resolveSeen(message.n);
  }

  #takeUpdate(message: MessageOf<"update">): void {
    if (message.n > this.#n && message.after > this.#n) {
      this.#resubscribe();
      return;
    }
    this.#acknowledge(Math.max(this.#n, message.n), message.clock);
    this.#listener.message(message);
    this.#resolveSeen(this.#n);
  }

  /** The person's own clock waits for this: nothing is done before it is sent. */
  #acknowledge(n: number, clock: ClockFace | null): void {
    this.#n = n;
    if (clock !== null && clock.running === this.#viewer) this.#send({ type: "ack", n });
  }

  #resubscribe(): void {
    if (!this.#subscribing) this.#subscribe();
  }

  #takeAnswer(answer: Answer): void {
    const resolve = this.#queue.settle(answer);
    if (resolve) this.#whenSeen(answer, resolve);
    this.#flush();
  }

  /** A command that the server cannot read gets no answer; it must not hold up the others for ever. */
  #takeProblem({ code, message }: MessageOf<"problem">): void {
    const id = this.#queue.sent;
    if (code !== UNREADABLE || id === null) return;
    this.#takeAnswer({ type: "answer", id, n: this.#n, refused: { reason: code, clause: "", message } });
  }

  /** Hold the answer back until the update that it caused has arrived. */
  #whenSeen(answer: Answer, resolve: (answer: Answer) => void): void {
    this.#late = [...this.#late, { n: answer.n, resolve: () => resolve(answer) }];
    this.#resolveSeen(this.#n);
    if (answer.n <= this.#n) return;
    setTimeout(() => {
      if (answer.n > this.#n) this.#resubscribe();
      this.#resolveSeen(answer.n);
    }, LATE_UPDATE);
  }

  #resolveSeen(n: number): void {
    const seen = this.#late.filter((one) => one.n <= n);
    this.#late = this.#late.filter((one) => one.n > n);
    for (const one of seen) one.resolve();
  }
}

/** Milliseconds before attempt number `attempt` (from 0): twice as long each time, up to 5 s, at random, so that pages do not come back in step. */
function retryDelay(attempt: number, chance: number): number {
  const full = Math.min(FIRST_DELAY * 2 ** Math.min(attempt, 10), LONGEST_DELAY);
  return Math.round(full * (0.5 + chance / 2));
}
