// However a network loses, repeats or delays messages, the page ends where the server is, and every command is done once.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TableState } from "$lib/game/tableState.svelte";
import { FakeNetwork, snapshot, update, type FakeSocket } from "./testing";
import type { PageMessage, ServerMessage } from "./types";

/** A repeatable source of chance (the generator of Park and Miller). */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** A server that counts how often each command was done; every command is one event. */
class Server {
  readonly done = new Map<string, number>();
  n = 0;
  #read = new Map<FakeSocket, number>();

  /** Read what a page has sent since the last time, and answer. */
  read(socket: FakeSocket): ServerMessage[] {
    const from = this.#read.get(socket) ?? 0;
    this.#read.set(socket, socket.sent.length);
    return socket.sent.slice(from).flatMap((message) => this.#answer(message));
  }

  event(): ServerMessage {
    this.n += 1;
    return update(this.n - 1, this.n, { bag_count: this.n });
  }

  #answer(message: PageMessage): ServerMessage[] {
    if (message.type === "subscribe") return [snapshot(this.n, { bag_count: this.n })];
    if (message.type !== "do") return [];
    const told = this.done.has(message.id) ? [] : [this.event()];
    this.done.set(message.id, (this.done.get(message.id) ?? 0) + told.length);
    return [...told, { type: "answer", id: message.id, n: this.n, refused: null }];
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function play(seed: number): Promise<{ server: Server; table: TableState; answered: number }> {
  const random = chance(seed);
  const network = new FakeNetwork();
  const server = new Server();
  const table = new TableState("stol", network);
  let answered = 0;
  let late: ServerMessage[] = [];

  const deliver = (): void => {
    late.push(...server.read(network.socket));
    if (random() < 0.2) late.reverse();
    for (const message of late.splice(0, Math.ceil(random() * late.length))) {
      const fate = random();
      if (fate < 0.15 && message.type === "update") continue;
      network.socket.tell(message);
      if (fate > 0.85) network.socket.tell(message);
    }
  };

  for (let step = 0; step < 60; step += 1) {
    if (!network.socket.isOpen() && random() < 0.8) network.socket.open();
    if (random() < 0.4) void table.send({ type: "pass_turn", seat: 1 }).then(() => (answered += 1));
    if (random() < 0.3) late.push(server.event());
    if (network.socket.isOpen()) deliver();
    if (random() < 0.12) {
      late = [];
      network.socket.cut();
    }
    await vi.advanceTimersByTimeAsync(random() * 3000);
  }

  // The weather clears: the socket stays open, and everything is delivered in order.
  for (let step = 0; step < 60; step += 1) {
    if (!network.socket.isOpen()) network.socket.open();
    for (const message of [...late.splice(0), ...server.read(network.socket)]) network.socket.tell(message);
    network.socket.tell({ type: "ping", ping: step, lag: null, time: 0 });
    await vi.advanceTimersByTimeAsync(2000);
  }
  network.socket.tell(server.event());
  for (const message of server.read(network.socket)) network.socket.tell(message);
  table.close();
  return { server, table, answered };
}

it.each(Array.from({ length: 60 }, (_, index) => index + 1))("in weather %i", async (seed) => {
  const { server, table, answered } = await play(seed);
  expect(table.n).toBe(server.n);
  expect(table.view?.bag_count).toBe(server.n);
  expect(table.waiting).toBe(0);
  expect(answered).toBe(server.done.size);
  expect(answered).toBeGreaterThan(0);
  expect([...server.done.values()].every((times) => times === 1)).toBe(true);
});
