import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Live, type Connection } from "./socket";
import { FakeNet, running, snapshot, update } from "./testing";
import type { Answer, Command, ServerMessage } from "./types";

const PASS: Command = { type: "pass_turn", seat: 1 };

let net: FakeNet;
let live: Live;
let told: ServerMessage[];
let connections: Connection[];
let waiting: number;

beforeEach(() => {
  vi.useFakeTimers();
  net = new FakeNet();
  told = [];
  connections = [];
  waiting = 0;
  live = new Live(
    "stol",
    {
      message: (message) => told.push(message),
      connection: (connection) => connections.push(connection),
      waiting: (count) => {
        waiting = count;
      },
    },
    net,
  );
});

afterEach(() => {
  live.close();
  vi.useRealTimers();
});

function sit(n = 0): void {
  net.line.open();
  net.line.tell(snapshot(n));
}

const answer = (id: string, n: number): Answer => ({ type: "answer", id, n, refused: null });
const kinds = (): string[] => told.map(({ type }) => type);

/** The answers of a command that have come so far. */
function answers(command: Command): Answer[] {
  const come: Answer[] = [];
  void live.do(command).then((one) => come.push(one));
  return come;
}

describe("the stream", () => {
  it("is asked for from the beginning by the first message, and acknowledged when it has come", () => {
    net.line.open();
    net.line.tell(snapshot(7, {}, running(1)));
    expect(net.line.sent).toEqual([
      { type: "subscribe", after: 0 },
      { type: "ack", n: 7 },
    ]);
    expect(connections).toEqual(["open"]);
  });

  it("takes the messages of a frame in their order", () => {
    net.line.open();
    net.line.tell(snapshot(3), update(3, 4), update(4, 6));
    expect(kinds()).toEqual(["snapshot", "update", "update"]);
    expect(live.n).toBe(6);
  });

  it("is not acknowledged where somebody else's clock runs, or none", () => {
    sit(3);
    net.line.tell(update(3, 5, {}, running(2)));
    expect(net.line.all("ack")).toEqual([]);
  });

  it("acknowledges an update at once when the own clock runs, and hands it on", () => {
    sit(3);
    net.line.tell(update(3, 5, {}, running(1)));
    expect(net.line.sent.at(-1)).toEqual({ type: "ack", n: 5 });
    expect(kinds()).toEqual(["snapshot", "update"]);
    expect(live.n).toBe(5);
  });

  it("asks again for what is missing, once, and hands nothing on that comes too early", () => {
    sit(3);
    net.line.tell(update(5, 6));
    net.line.tell(update(6, 8));
    expect(net.line.all("subscribe")).toEqual([
      { type: "subscribe", after: 0 },
      { type: "subscribe", after: 3 },
    ]);
    expect(kinds()).toEqual(["snapshot"]);
    net.line.tell(snapshot(8));
    expect(live.n).toBe(8);
    net.line.tell(update(9, 10));
    expect(net.line.all("subscribe").at(-1)).toEqual({ type: "subscribe", after: 8 });
  });

  it("does not go back when an old update comes once more", () => {
    sit(3);
    net.line.tell(update(3, 5));
    net.line.tell(update(3, 4, {}, running(1)));
    expect(live.n).toBe(5);
    expect(net.line.all("ack").at(-1)).toEqual({ type: "ack", n: 5 });
  });

  it("answers a ping at once", () => {
    sit();
    net.line.tell({ type: "ping", ping: 12, lag: 30, time: 0 });
    expect(net.line.sent.at(-1)).toEqual({ type: "pong", ping: 12 });
  });

  it("begins anew when it is told to", () => {
    sit(9);
    live.restart();
    expect(net.line.sent.at(-1)).toEqual({ type: "subscribe", after: 0 });
  });
});

describe("commands", () => {
  it("go one at a time, with the number that was seen", async () => {
    sit(3);
    const first = answers(PASS);
    const second = answers(PASS);
    expect(net.line.all("do")).toHaveLength(1);
    expect(waiting).toBe(2);
    const sent = net.line.all("do")[0];
    expect(sent?.seen).toBe(3);
    net.line.tell(answer(sent?.id ?? "", 3));
    await vi.advanceTimersByTimeAsync(0);
    expect(first).toHaveLength(1);
    expect(second).toHaveLength(0);
    expect(net.line.all("do")).toHaveLength(2);
    expect(waiting).toBe(1);
  });

  it("are sent again under the same id and number after a break, and answered once", async () => {
    sit(3);
    const come = answers(PASS);
    const sent = net.line.all("do")[0];
    net.line.cut();
    await vi.advanceTimersByTimeAsync(1000);
    expect(net.lines).toHaveLength(2);
    net.line.open();
    expect(net.line.sent).toEqual([{ type: "subscribe", after: 3 }, sent]);
    net.line.tell(snapshot(4));
    net.line.tell(answer(sent?.id ?? "", 4));
    net.line.tell(answer(sent?.id ?? "", 4));
    await vi.advanceTimersByTimeAsync(0);
    expect(come).toHaveLength(1);
    expect(waiting).toBe(0);
    expect(net.line.all("do")).toHaveLength(1);
  });

  it("wait in the queue while there is no connection", async () => {
    const come = answers(PASS);
    expect(waiting).toBe(1);
    sit();
    const sent = net.line.all("do");
    expect(sent).toHaveLength(1);
    net.line.tell(answer(sent[0]?.id ?? "", 0));
    await vi.advanceTimersByTimeAsync(0);
    expect(come).toHaveLength(1);
  });

  it("are answered after what they have done has been seen", async () => {
    sit(3);
    const come = answers(PASS);
    net.line.tell(answer(net.line.all("do")[0]?.id ?? "", 5));
    await vi.advanceTimersByTimeAsync(100);
    expect(come).toHaveLength(0);
    net.line.tell(update(3, 5));
    await vi.advanceTimersByTimeAsync(0);
    expect(come).toHaveLength(1);
  });

  it("are answered, and the stream is mended, when the update that they have made gets lost", async () => {
    sit(3);
    const come = answers(PASS);
    net.line.tell(answer(net.line.all("do")[0]?.id ?? "", 5));
    await vi.advanceTimersByTimeAsync(1600);
    expect(net.line.all("subscribe").at(-1)).toEqual({ type: "subscribe", after: 3 });
    expect(come).toHaveLength(1);
  });

  it("that the server cannot read are refused, and do not hold up the others", async () => {
    sit(3);
    const first = answers(PASS);
    void live.do(PASS);
    net.line.tell({ type: "problem", code: "bad_message", message: "Nie można odczytać." });
    await vi.advanceTimersByTimeAsync(0);
    expect(first[0]?.refused).toEqual({ reason: "bad_message", clause: "", message: "Nie można odczytać." });
    expect(net.line.all("do")).toHaveLength(2);
  });

  it("ignore what a line says that was given up", async () => {
    sit(3);
    const old = net.line;
    const come = answers(PASS);
    old.cut();
    await vi.advanceTimersByTimeAsync(1000);
    old.tell(answer(old.all("do")[0]?.id ?? "", 3));
    await vi.advanceTimersByTimeAsync(0);
    expect(come).toHaveLength(0);
  });
});

describe("the connection", () => {
  it("is tried again after longer and longer pauses, up to five seconds", async () => {
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const before = net.lines.length;
      const cutAt = Date.now();
      net.line.cut();
      while (net.lines.length === before) await vi.advanceTimersByTimeAsync(5);
      pauses.push(Date.now() - cutAt);
    }
    expect(pauses).toEqual([225, 450, 900, 1800, 3600, 3750, 3750]);
    expect(new Set(connections)).toEqual(new Set(["lost"]));
  });

  it.each([4403, 4404])("is not tried again after %i", async (code) => {
    net.line.cut(code);
    await vi.advanceTimersByTimeAsync(60_000);
    window.dispatchEvent(new Event("online"));
    expect(net.lines).toHaveLength(1);
    expect(connections).toEqual(["refused"]);
  });

  it.each([4401, 4409, 1012])("is tried again after %i", async (code) => {
    net.line.cut(code);
    await vi.advanceTimersByTimeAsync(1000);
    expect(net.lines).toHaveLength(2);
  });

  it("counts as lost when the server is silent though the socket looks open", async () => {
    sit();
    await vi.advanceTimersByTimeAsync(12_100);
    expect(connections.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(1000);
    expect(net.lines).toHaveLength(2);
  });

  it("is opened at once when the net comes back, without waiting for the pause", async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      net.line.cut();
      await vi.advanceTimersByTimeAsync(6000);
    }
    const before = net.lines.length;
    net.line.cut();
    window.dispatchEvent(new Event("online"));
    expect(net.lines).toHaveLength(before + 1);
    await vi.advanceTimersByTimeAsync(6000);
    expect(net.lines).toHaveLength(before + 1);
  });

  it("is doubted after a sleep: a line that has missed a ping is replaced when the page is seen again", async () => {
    sit(3);
    const old = net.line;
    await vi.advanceTimersByTimeAsync(9000);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(net.lines).toHaveLength(2);
    expect(old.isOpen()).toBe(false);
    net.line.open();
    expect(net.line.sent).toEqual([{ type: "subscribe", after: 3 }]);
  });

  it("is kept when the page is seen again and the line is lively", async () => {
    sit(3);
    await vi.advanceTimersByTimeAsync(3000);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(net.lines).toHaveLength(1);
  });

  it("stays closed when the table is left", async () => {
    sit();
    live.close();
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(net.lines).toHaveLength(1);
    expect(net.line.isOpen()).toBe(false);
  });
});
