// A net for tests: lines that are opened, spoken into and cut by hand.
import type { Ears, Line, Net } from "./socket";
import type { ClockFace, PageMessage, Seat, ServerMessage } from "./types";

export class FakeLine implements Line {
  readonly sent: PageMessage[] = [];
  #open = false;

  constructor(readonly ears: Ears) {}

  isOpen(): boolean {
    return this.#open;
  }

  send(text: string): void {
    if (!this.#open) throw new Error("sent into a closed line");
    this.sent.push(JSON.parse(text) as PageMessage);
  }

  hangUp(): void {
    this.#open = false;
  }

  open(): void {
    this.#open = true;
    this.ears.opened();
  }

  tell(...messages: ServerMessage[]): void {
    this.ears.heard(JSON.stringify(messages));
  }

  cut(code = 1006): void {
    this.#open = false;
    this.ears.closed(code);
  }

  /** What was sent of one kind. */
  all<Name extends PageMessage["type"]>(name: Name): Extract<PageMessage, { type: Name }>[] {
    return this.sent.filter((message): message is Extract<PageMessage, { type: Name }> => message.type === name);
  }
}

export class FakeNet implements Net {
  readonly lines: FakeLine[] = [];

  open(_table: string, ears: Ears): FakeLine {
    const line = new FakeLine(ears);
    this.lines.push(line);
    return line;
  }

  chance(): number {
    return 0.5;
  }

  /** The line that was opened last. */
  get line(): FakeLine {
    const last = this.lines.at(-1);
    if (!last) throw new Error("no line was opened");
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
  changes,
  turns_from: 0,
  turns: [],
  clock,
  time: 0,
});
