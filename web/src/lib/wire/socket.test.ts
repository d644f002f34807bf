import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableSocket, type Connection } from "./socket";
import { FakeNetwork, running, snapshot, update } from "./testing";
import type { Answer, Command, ServerMessage } from "./types";

const PASS: Command = { type: "pass_turn", seat: 1 };

let network: FakeNetwork;
let live: TableSocket;
let told: ServerMessage[];
let connections: Connection[];
let waiting: number;

beforeEach(() => {
  vi.useFakeTimers();
  network = new FakeNetwork();
  told = [];
  connections = [];
  waiting = 0;
  live = new TableSocket(
    "stol",
    {
      message: (message) => told.push(message),
      connection: (connection) => connections.push(connection),
      waiting: (count) => {
        waiting = count;
      },
    },
    network,
  );
});

afterEach(() => {
  live.close();
  vi.useRealTimers();
});

function sit(n = 0): void {
  network.socket.open();
  network.socket.tell(snapshot(n));
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
    network.socket.open();
    network.socket.tell(snapshot(7, {}, running(1)));
    expect(network.socket.sent).toEqual([
      { type: "subscribe", after: 0 },
      { type: "ack", n: 7 },
    ]);
    expect(connections).toEqual(["open"]);
  });

  it("takes the messages of a frame in their order", () => {
    network.socket.open();
    network.socket.tell(snapshot(3), update(3, 4), update(4, 6));
    expect(kinds()).toEqual(["snapshot", "update", "update"]);
    expect(live.n).toBe(6);
  });

  it("is not acknowledged where somebody else's clock runs, or none", () => {
    sit(3);
    network.socket.tell(update(3, 5, {}, running(2)));
    expect(network.socket.all("ack")).toEqual([]);
  });

  it("acknowledges an update at once when the own clock runs, and hands it on", () => {
    sit(3);
    network.socket.tell(update(3, 5, {}, running(1)));
    expect(network.socket.sent.at(-1)).toEqual({ type: "ack", n: 5 });
    expect(kinds()).toEqual(["snapshot", "update"]);
    expect(live.n).toBe(5);
  });

  it("asks again for what is missing, once, and hands nothing on that comes too early", () => {
    sit(3);
    network.socket.tell(update(5, 6));
    network.socket.tell(update(6, 8));
    expect(network.socket.all("subscribe")).toEqual([
      { type: "subscribe", after: 0 },
      { type: "subscribe", after: 3 },
    ]);
    expect(kinds()).toEqual(["snapshot"]);
    network.socket.tell(snapshot(8));
    expect(live.n).toBe(8);
    network.socket.tell(update(9, 10));
    expect(network.socket.all("subscribe").at(-1)).toEqual({ type: "subscribe", after: 8 });
  });

  it("does not go back when an old update comes once more", () => {
    sit(3);
    network.socket.tell(update(3, 5));
    network.socket.tell(update(3, 4, {}, running(1)));
    expect(live.n).toBe(5);
    expect(network.socket.all("ack").at(-1)).toEqual({ type: "ack", n: 5 });
  });

  it("comes again from the beginning when sentences are read in another way, and only then", () => {
    sit(9);
    live.read({ language: "en" });
    live.read({ language: "en" });
    expect(network.socket.all("subscribe").slice(1)).toEqual([{ type: "subscribe", after: 0, language: "en" }]);
    network.socket.tell(snapshot(9));
    network.socket.tell(update(9, 10));
    expect(live.n).toBe(10);
  });

  it("answers a ping at once", () => {
    sit();
    network.socket.tell({ type: "ping", ping: 12, lag: 30, time: 0 });
    expect(network.socket.sent.at(-1)).toEqual({ type: "pong", ping: 12 });
  });

  it("begins anew when it is told to", () => {
    sit(9);
    live.restart();
    expect(network.socket.sent.at(-1)).toEqual({ type: "subscribe", after: 0 });
  });
});

describe("commands", () => {
  it("go one at a time, with the number that was seen", async () => {
    sit(3);
    const first = answers(PASS);
    const second = answers(PASS);
    expect(network.socket.all("do")).toHaveLength(1);
    expect(waiting).toBe(2);
    const sent = network.socket.all("do")[0];
    expect(sent?.seen).toBe(3);
    network.socket.tell(answer(sent?.id ?? "", 3));
    await vi.advanceTimersByTimeAsync(0);
    expect(first).toHaveLength(1);
    expect(second).toHaveLength(0);
    expect(network.socket.all("do")).toHaveLength(2);
    expect(waiting).toBe(1);
  });

  it("are sent again under the same id and number after a break, and answered once", async () => {
    sit(3);
    const come = answers(PASS);
    const sent = network.socket.all("do")[0];
    network.socket.cut();
    await vi.advanceTimersByTimeAsync(1000);
    expect(network.sockets).toHaveLength(2);
    network.socket.open();
    expect(network.socket.sent).toEqual([{ type: "subscribe", after: 3 }, sent]);
    network.socket.tell(snapshot(4));
    network.socket.tell(answer(sent?.id ?? "", 4));
    network.socket.tell(answer(sent?.id ?? "", 4));
    await vi.advanceTimersByTimeAsync(0);
    expect(come).toHaveLength(1);
    expect(waiting).toBe(0);
    expect(network.socket.all("do")).toHaveLength(1);
  });

  it("wait in the queue while there is no connection", async () => {
    const come = answers(PASS);
    expect(waiting).toBe(1);
    sit();
    const sent = network.socket.all("do");
    expect(sent).toHaveLength(1);
    network.socket.tell(answer(sent[0]?.id ?? "", 0));
    await vi.advanceTimersByTimeAsync(0);
    expect(come).toHaveLength(1);
  });

  it("are answered after what they have done has been seen", async () => {
    sit(3);
    const come = answers(PASS);
    network.socket.tell(answer(network.socket.all("do")[0]?.id ?? "", 5));
    await vi.advanceTimersByTimeAsync(100);
    expect(come).toHaveLength(0);
    network.socket.tell(update(3, 5));
    await vi.advanceTimersByTimeAsync(0);
    expect(come).toHaveLength(1);
  });

  it("are answered, and the stream is mended, when the update that they have made gets lost", async () => {
    sit(3);
    const come = answers(PASS);
    network.socket.tell(answer(network.socket.all("do")[0]?.id ?? "", 5));
    await vi.advanceTimersByTimeAsync(1600);
    expect(network.socket.all("subscribe").at(-1)).toEqual({ type: "subscribe", after: 3 });
    expect(come).toHaveLength(1);
  });

  it("that the server cannot read are refused, and do not hold up the others", async () => {
    sit(3);
    const first = answers(PASS);
    void live.do(PASS);
    network.socket.tell({ type: "problem", code: "bad_message", message: "Nie można odczytać." });
    await vi.advanceTimersByTimeAsync(0);
    expect(first[0]?.refused).toEqual({ reason: "bad_message", clause: "", message: "Nie można odczytać." });
    expect(network.socket.all("do")).toHaveLength(2);
  });

  it("ignores what a socket says that was given up", async () => {
    sit(3);
    const old = network.socket;
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
      const before = network.sockets.length;
      const cutAt = Date.now();
      network.socket.cut();
      while (network.sockets.length === before) await vi.advanceTimersByTimeAsync(5);
      pauses.push(Date.now() - cutAt);
    }
    expect(pauses).toEqual([225, 450, 900, 1800, 3600, 3750, 3750]);
    expect(new Set(connections)).toEqual(new Set(["lost"]));
  });

  it("is made to the node that has the game, and to any other when that one does not answer", async () => {
    sit(3);
    network.socket.cut(4410, "/node/b");
    await vi.advanceTimersByTimeAsync(300);
    expect(network.sockets.map(({ place }) => place)).toEqual(["", "/node/b"]);
    sit(3);
    network.socket.cut();
    await vi.advanceTimersByTimeAsync(300);
    expect(network.socket.place).toBe("");
  });

  it.each(["//elsewhere.example", "https://elsewhere.example", "/../x/..", "/node/b?x", "node/b", "/", ""])("never leaves the server for %j", async (reason) => {
    network.socket.cut(4410, reason);
    await vi.advanceTimersByTimeAsync(6000);
    expect(network.sockets.length).toBeGreaterThan(1);
    expect(network.sockets.map(({ place }) => place).filter((place) => place !== "")).toEqual([]);
  });

  it.each([4403, 4404])("is not tried again after %i", async (code) => {
    network.socket.cut(code);
    await vi.advanceTimersByTimeAsync(60_000);
    window.dispatchEvent(new Event("online"));
    expect(network.sockets).toHaveLength(1);
    expect(connections).toEqual(["refused"]);
  });

  it.each([4401, 4409, 1012])("is tried again after %i", async (code) => {
    network.socket.cut(code);
    await vi.advanceTimersByTimeAsync(1000);
    expect(network.sockets).toHaveLength(2);
  });

  it("counts as lost when the server is silent though the socket looks open", async () => {
    sit();
    await vi.advanceTimersByTimeAsync(12_100);
    expect(connections.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(1000);
    expect(network.sockets).toHaveLength(2);
  });

  it("is opened at once when the network comes back, without waiting for the pause", async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      network.socket.cut();
      await vi.advanceTimersByTimeAsync(6000);
    }
    const before = network.sockets.length;
    network.socket.cut();
    window.dispatchEvent(new Event("online"));
    expect(network.sockets).toHaveLength(before + 1);
    await vi.advanceTimersByTimeAsync(6000);
    expect(network.sockets).toHaveLength(before + 1);
  });

  it("is doubted after a sleep: a socket that has missed a ping is replaced when the page is seen again", async () => {
    sit(3);
    const old = network.socket;
    await vi.advanceTimersByTimeAsync(9000);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(network.sockets).toHaveLength(2);
    expect(old.isOpen()).toBe(false);
    network.socket.open();
    expect(network.socket.sent).toEqual([{ type: "subscribe", after: 3 }]);
  });

  it("is kept when the page is seen again and the socket is lively", async () => {
    sit(3);
    await vi.advanceTimersByTimeAsync(3000);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(network.sockets).toHaveLength(1);
  });

  it("stays closed when the table is left", async () => {
    sit();
    live.close();
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(network.sockets).toHaveLength(1);
    expect(network.socket.isOpen()).toBe(false);
  });
});
