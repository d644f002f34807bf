// The state of one table from the server's messages, and the messages that the page can send.
import { countersigned, keepHead, type Verdict } from "$lib/wire/receipts";
import { TableSocket, browserNetwork, type Connection, type Network } from "$lib/wire/socket";
import type {
  Answer,
  Command,
  MessageOf,
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

/** The code of the warning that an idle game ends by itself. */
export const IDLE = "idle";

interface Weighing {
  /** `placementKey` of the tiles that were weighed. */
  readonly key: string;
  readonly points: number | null;
}

/** The pause in milliseconds between two signatures of the page while the game goes on: checking them costs the server time. */
const COUNTERSIGN_PAUSE = 60_000;

export class TableState {
  readonly id: string;
  /** Under which what belongs to the seat is kept in the browser: a shared device has several seats of one table. */
  readonly place: string;
  #stream = $state.raw<Stream>(EMPTY_STREAM);
  options = $state.raw<Options | null>(null);
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
  /** How the server's signatures of this game stand; null before the first. */
  receipt = $state<Verdict | null>(null);
  #countersigned = -COUNTERSIGN_PAUSE;
  #socket: TableSocket;

  constructor(id: string, network: Network = browserNetwork, reading: Reading = {}, seat: number | null = null) {
    this.id = id;
    this.place = seat === null ? id : `${id}.${seat}`;
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

  /** Why the game is over and who has won. */
  get ending(): string {
    return this.#stream.ending;
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
      case "head":
        void this.#keepHead(message);
        break;
      case "answer":
        break;
      default:
        unreachable(message);
    }
  }

  async #keepHead(head: MessageOf<"head">): Promise<void> {
    const verdict = await keepHead(this.id, head);
    this.receipt = verdict === "wrong" || this.receipt === "wrong" ? "wrong" : verdict;
    const viewer = this.view?.viewer;
    const isDue = this.view?.phase === "over" || performance.now() - this.#countersigned > COUNTERSIGN_PAUSE;
    if (verdict === "wrong" || typeof viewer !== "number" || !isDue) return;
    this.#countersigned = performance.now();
    const signed = await countersigned(this.id, viewer, head);
    if (signed) this.#socket.countersign(signed);
  }

  #takeStream(message: Extract<ServerMessage, { type: "snapshot" | "update" }>): void {
    // Whatever happens in an idle game, it is idle no more.
    if (message.type === "update" && this.problem?.code === IDLE) this.problem = null;
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
