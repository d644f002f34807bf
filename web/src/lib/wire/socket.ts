// The socket of one table: keeps it open, the stream without gaps, and commands done once.
import { pause } from "./backoff";
import { CommandQueue } from "./queue";
import type { Answer, ClockFace, Command, MessageOf, PageMessage, Phrase, ServerFrame, ServerMessage, Viewer } from "./types";

export type Connection = "connecting" | "open" | "lost" | "refused";

/** A connection as it is used here. */
export interface Line {
  isOpen(): boolean;
  send(text: string): void;
  hangUp(): void;
}

/** What a line tells. */
export interface Ears {
  readonly opened: () => void;
  readonly heard: (text: string) => void;
  readonly closed: (code: number) => void;
}

export interface Listener {
  /** Whatever the server tells, without gaps; an update may come twice. Pings are answered before. */
  message(message: ServerMessage): void;
  connection(connection: Connection): void;
  /** Commands that are queued or not answered. */
  waiting(count: number): void;
}

export interface Net {
  open(table: string, ears: Ears): Line;
  /** A number from 0 to below 1. */
  chance(): number;
}

const SUBPROTOCOL = "mostek.1";
/** The server lets no 7 s go by without a word; a connection that is silent for longer than this is dead though nobody has said so. */
const SILENCE = 12_000;
/** After waking up nobody waits that long: one missed ping is enough. */
const DOUBT = 8_500;
/** How long an update that an answer speaks of may be on its way. */
const LATE_UPDATE = 1_500;
const UNREADABLE = "bad_message";
const FOR_EVER_CLOSED: readonly number[] = [4403, 4404];

export const browserNet: Net = {
  open(table, ears) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live/${encodeURIComponent(table)}`, SUBPROTOCOL);
    socket.onopen = () => ears.opened();
    socket.onmessage = (event: MessageEvent<string>) => ears.heard(event.data);
    socket.onclose = ({ code }) => ears.closed(code);
    return {
      isOpen: () => socket.readyState === WebSocket.OPEN,
      send: (text) => socket.send(text),
      hangUp: () => socket.close(),
    };
  },
  chance: () => Math.random(),
};

export class Live {
  #table: string;
  #listener: Listener;
  #net: Net;
  #line: Line | null = null;
  #queue = new CommandQueue();
  #n = 0;
  #viewer: Viewer | null = null;
  #attempt = 0;
  #late: readonly { readonly n: number; readonly tell: () => void }[] = [];
  #asked = false;
  #closed = false;
  #heard = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, listener: Listener, net: Net = browserNet) {
    this.#table = table;
    this.#listener = listener;
    this.#net = net;
    addEventListener("online", this.#wake);
    addEventListener("pageshow", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** The number of the last event that has arrived. */
  get n(): number {
    return this.#n;
  }

  /** Have a command done. Resolves with the server's answer, whatever happens to the connection meanwhile. */
  do(command: Command): Promise<Answer> {
    const answer = this.#queue.add(command, this.#n);
    this.#flush();
    return answer;
  }

  askOptions(): void {
    this.#send({ type: "ask_options" });
  }

  say(phrase: Phrase): void {
    this.#send({ type: "say", phrase });
  }

  weigh(placement: Record<string, string>): void {
    this.#send({ type: "weigh", placement });
  }

  /** Forget the stream and ask for it from the beginning, for instance when the person has got another seat. */
  restart(): void {
    this.#n = 0;
    this.#subscribe();
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
    const isMine = (): boolean => line === this.#line;
    const line = this.#net.open(this.#table, {
      opened: () => isMine() && this.#begin(),
      heard: (text) => {
        for (const message of JSON.parse(text) as ServerFrame) if (isMine()) this.#take(message);
      },
      closed: (code) => isMine() && this.#lose(code),
    });
    this.#line = line;
    this.#hear();
  }

  #begin(): void {
    this.#subscribe();
    this.#flush();
  }

  /** Give the line up without waiting for its farewell, which may take minutes when the net is gone. */
  #drop(): void {
    clearTimeout(this.#silence);
    const line = this.#line;
    this.#line = null;
    this.#asked = false;
    this.#queue.unsend();
    line?.hangUp();
  }

  #lose(code: number): void {
    this.#drop();
    if (this.#closed) return;
    if (FOR_EVER_CLOSED.includes(code)) {
      this.close();
      this.#listener.connection("refused");
      return;
    }
    this.#listener.connection("lost");
    this.#retry = setTimeout(() => this.#connect(), pause(this.#attempt, this.#net.chance()));
    this.#attempt += 1;
  }

  #hear(): void {
    this.#heard = performance.now();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(0), SILENCE);
  }

  // A sleeping page has no timers and a changed network says nothing: on waking up, doubt the connection at once.
  #wake = (): void => {
    if (this.#closed || document.visibilityState === "hidden") return;
    if (this.#line && performance.now() - this.#heard < DOUBT) return;
    this.#drop();
    this.#attempt = 0;
    this.#connect();
  };

  #subscribe(): void {
    this.#asked = true;
    this.#send({ type: "subscribe", after: this.#n });
  }

  #send(message: PageMessage): void {
    if (this.#line?.isOpen()) this.#line.send(JSON.stringify(message));
  }

  #flush(): void {
    this.#listener.waiting(this.#queue.length);
    if (!this.#line?.isOpen()) return;
    const letter = this.#queue.take();
    if (letter) this.#send({ type: "do", ...letter });
  }

  #take(message: ServerMessage): void {
    this.#hear();
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
    this.#asked = false;
    this.#attempt = 0;
    this.#viewer = message.view.viewer;
    this.#arrive(message.n, message.clock);
    this.#listener.connection("open");
    this.#listener.message(message);
    this.#tellSeen(message.n);
  }

  #takeUpdate(message: MessageOf<"update">): void {
    if (message.n > this.#n && message.after > this.#n) {
      this.#mendGap();
      return;
    }
    this.#arrive(Math.max(this.#n, message.n), message.clock);
    this.#listener.message(message);
    this.#tellSeen(this.#n);
  }

  /** The person's own clock waits for this: nothing is done before it is sent. */
  #arrive(n: number, clock: ClockFace | null): void {
    this.#n = n;
    if (clock !== null && clock.running === this.#viewer) this.#send({ type: "ack", n });
  }

  #mendGap(): void {
    if (!this.#asked) this.#subscribe();
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

  /** Whoever waits for the answer also wants to see what it has done: the update should be there first. */
  #whenSeen(answer: Answer, resolve: (answer: Answer) => void): void {
    this.#late = [...this.#late, { n: answer.n, tell: () => resolve(answer) }];
    this.#tellSeen(this.#n);
    if (answer.n <= this.#n) return;
    setTimeout(() => {
      if (answer.n > this.#n) this.#mendGap();
      this.#tellSeen(answer.n);
    }, LATE_UPDATE);
  }

  #tellSeen(n: number): void {
    const seen = this.#late.filter((one) => one.n <= n);
    this.#late = this.#late.filter((one) => one.n > n);
    for (const one of seen) one.tell();
  }
}
