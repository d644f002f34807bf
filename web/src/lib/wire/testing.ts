// A network for tests: sockets that are opened, spoken into and cut by hand.
import type { SocketEvents, Socket, Network } from "./socket";
import type { ClockFace, PageMessage, Seat, ServerMessage } from "./types";

export class FakeSocket implements Socket {
  readonly sent: PageMessage[] = [];
  #open = false;

  constructor(readonly events: SocketEvents, readonly place = "") {}

  isOpen(): boolean {
    return this.#open;
  }

  send(text: string): void {
    if (!this.#open) throw new Error("sent into a closed socket");
    this.sent.push(JSON.parse(text) as PageMessage);
  }

  close(): void {
    this.#open = false;
  }

  open(): void {
    this.#open = true;
    this.events.opened();
  }

  tell(...messages: ServerMessage[]): void {
    this.events.message(JSON.stringify(messages));
  }

  cut(code = 1006, reason = ""): void {
    this.#open = false;
    this.events.closed(code, reason);
  }

  /** What was sent of one kind. */
  all<Name extends PageMessage["type"]>(name: Name): Extract<PageMessage, { type: Name }>[] {
    return this.sent.filter((message): message is Extract<PageMessage, { type: Name }> => message.type === name);
  }
}

export class FakeNetwork implements Network {
  readonly sockets: FakeSocket[] = [];

  open(_table: string, events: SocketEvents, place = ""): FakeSocket {
    const socket = new FakeSocket(events, place);
    this.sockets.push(socket);
    return socket;
  }

  random(): number {
    return 0.5;
  }

  /** The socket that was opened last. */
  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error("no socket was opened");
    return last;
  }
}

type View = Extract<ServerMessage, { type: "snapshot" }>["view"];

/** A view of which the test says only what it looks at. */
export const viewOf = (fields: Partial<View>): View => ({ viewer: 1, turns: [], ...fields }) as View;

/** Clocks of which that player's runs. */
export const running = (seat: Seat): ClockFace => ({ left: [60_000, 60_000], running: seat, held: false });

export const snapshot = (n: number, fields: Partial<View> = {}, clock: ClockFace | null = null): ServerMessage => ({
  type: "snapshot",
  n,
  view: viewOf(fields),
  events: [],
  sentences: [],
  ending: "",
  clock,
  time: 0,
});

export const update = (
  after: number,
  n: number,
  changes: Partial<View> = {},
  clock: ClockFace | null = null,
): ServerMessage => ({
  type: "update",
  after,
  n,
  events: [],
  sentences: [],
  ending: "",
  changes,
  turns_from: 0,
  turns: [],
  clock,
  time: 0,
});
