import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeNetwork, snapshot, update } from "$lib/wire/testing";
import { TableState } from "./tableState.svelte";

let network: FakeNetwork;
let table: TableState;

beforeEach(() => {
  vi.useFakeTimers();
  network = new FakeNetwork();
  table = new TableState("stol", network);
  network.socket.open();
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
});

it("knows what it was told", () => {
  network.socket.tell({ ...snapshot(3, { bag_count: 86 }), clock: { left: [60_000, 50_000], running: 1, held: true } } as never);
  network.socket.tell(update(3, 4, { bag_count: 79 }));
  network.socket.tell({ type: "ping", ping: 1, lag: 42, time: 0 });
  network.socket.tell({ type: "presence", sitters: [{ seat: 1, name: "Ewa", bot: null, connected: true, lag: 42 }], watchers: 3 });
  network.socket.tell({ type: "weighed", placement: { H9: "o", H8: "K" }, points: 14 });
  expect(table).toMatchObject({
    n: 4,
    view: { bag_count: 79 },
    lag: 42,
    watchers: 3,
    connection: "open",
    clock: null,
    weighed: { key: "H8K H9o", points: 14 },
  });
  expect(table.sitters[0]?.name).toBe("Ewa");
});

it("knows when a clock was told, so that the page counts on from there", () => {
  vi.advanceTimersByTime(250);
  network.socket.tell({ ...snapshot(1), clock: { left: [1000, 2000], running: 2, held: false } } as never);
  expect(table.clock).toEqual({ left: [1000, 2000], running: 2, held: false, received: performance.now() });
});

it("sets the clocks when one that has waited begins to run, though nothing else has happened", () => {
  network.socket.tell({ ...snapshot(1), clock: { left: [1000, 2000], running: 2, held: true } } as never);
  vi.advanceTimersByTime(400);
  network.socket.tell({ type: "clock", clock: { left: [1000, 2000], running: 2, held: false }, time: 0 });
  expect(table.clock).toEqual({ left: [1000, 2000], running: 2, held: false, received: performance.now() });
  expect(table.n).toBe(1);
});

it("counts the commands that wait", async () => {
  network.socket.tell(snapshot(1));
  const answered = table.send({ type: "pass_turn", seat: 1 });
  expect(table.waiting).toBe(1);
  const id = network.socket.all("do")[0]?.id ?? "";
  network.socket.tell({ type: "answer", id, n: 1, refused: { reason: "stale", clause: "", message: "Za późno." } });
  expect((await answered).refused?.message).toBe("Za późno.");
  expect(table.waiting).toBe(0);
});

it("asks for the whole stream when the person sees the game from another seat", () => {
  network.socket.tell(snapshot(5, { viewer: "spectator" }));
  network.socket.cut();
  vi.advanceTimersByTime(1000);
  network.socket.open();
  network.socket.tell(snapshot(6, { viewer: 2 }));
  expect(network.socket.all("subscribe")).toEqual([
    { type: "subscribe", after: 5 },
    { type: "subscribe", after: 0 },
  ]);
});
