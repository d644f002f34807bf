// The state of one table from the server's messages, and the messages that the page can send.
import { TableSocket, browserNetwork, type Connection, type Network } from "$lib/wire/socket";
import type {
  Answer,
  Command,
  NumberedEvent,
  Options,
  Phrase,
  Reading,
  ServerMessage,
  Sitter,
  View,
} from "$lib/wire/types";
import type { Face } from "./clock";
import { EMPTY_STREAM, isOtherStream, placementKey, withSnapshot, withUpdate, type Stream } from "./reduce";

export type { Connection } from "$lib/wire/socket";

export interface SaidPhrase {
  readonly seat: number;
  readonly phrase: Phrase;
  /** Reading of `performance.now()`. */
  readonly at: number;
}

interface Weighing {
  /** `placementKey` of the tiles that were weighed. */
  readonly key: string;
  readonly points: number | null;
}

export class TableState {
  readonly id: string;
  #stream = $state.raw<Stream>(EMPTY_STREAM);
  options = $state.raw<Options | null>(null);
  /** Why each of the refused options is refused. */
  reasons = $state.raw<readonly string[]>([]);
  clock = $state.raw<Face | null>(null);
  connection = $state<Connection>("connecting");
  /** Measured round trip in milliseconds. */
  lag = $state<number | null>(null);
  /** Commands that are queued or not answered yet. */
  waiting = $state(0);
  sitters = $state.raw<readonly Sitter[]>([]);
  watchers = $state(0);
  said = $state.raw<SaidPhrase | null>(null);
  weighed = $state.raw<Weighing | null>(null);
  /** The last sentence of the server about something that it could not take. */
  problem = $state.raw<{ readonly code: string; readonly message: string } | null>(null);
  #socket: TableSocket;

  constructor(id: string, network: Network = browserNetwork, reading: Reading = {}) {
    this.id = id;
    this.#socket = new TableSocket(
      id,
      {
        message: (message) => this.#take(message),
        connection: (connection) => {
          this.connection = connection;
        },
        waiting: (count) => {
          this.waiting = count;
        },
      },
      network,
      reading,
    );
  }

  get view(): View | null {
    return this.#stream.view;
  }

  get n(): number {
    return this.#stream.n;
  }

  get log(): readonly NumberedEvent[] {
    return this.#stream.log;
  }

  /** Resolves with the server's answer, also when the connection breaks meanwhile. */
  send(command: Command): Promise<Answer> {
    return this.#socket.do(command);
  }

  askOptions(): void {
    this.#socket.askOptions();
  }

  say(phrase: Phrase): void {
    this.#socket.say(phrase);
  }

  weigh(placement: Record<string, string>): void {
    this.#socket.weigh(placement);
  }

  /** Read sentences in another language, with other names of squares, or for quiet events, too. */
  read(change: Reading): void {
    this.#socket.read(change);
  }

  close(): void {
    this.#socket.close();
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case "snapshot":
      case "update":
        this.#takeStream(message);
        break;
      case "options":
        this.options = message.options;
        this.reasons = message.reasons;
        break;
      case "ping":
        this.lag = message.lag;
        break;
      case "presence":
        this.sitters = message.sitters;
        this.watchers = message.watchers;
        break;
      case "said":
        this.said = { seat: message.seat, phrase: message.phrase, at: performance.now() };
        break;
      case "weighed":
        this.weighed = { key: placementKey(message.placement), points: message.points };
        break;
      case "clock":
        this.clock = { ...message.clock, received: performance.now() };
        break;
      case "problem":
        this.problem = { code: message.code, message: message.message };
        break;
      case "answer":
        break;
      default:
        unreachable(message);
    }
  }

  #takeStream(message: Extract<ServerMessage, { type: "snapshot" | "update" }>): void {
    if (message.type === "snapshot") this.#takeSnapshot(message);
    else this.#stream = withUpdate(this.#stream, message) ?? this.#stream;
    this.clock = message.clock && { ...message.clock, received: performance.now() };
  }

  #takeSnapshot(message: Extract<ServerMessage, { type: "snapshot" }>): void {
    const other = isOtherStream(this.#stream, message);
    this.#stream = withSnapshot(this.#stream, message);
    if (other && message.events.length < message.n) this.#socket.restart();
  }
}

function unreachable(message: never): never {
  throw new Error(`unknown message ${JSON.stringify(message)}`);
}
