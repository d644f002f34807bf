import { describe, expect, it } from "vitest";
import { snapshot, update } from "$lib/wire/testing";
import type { GameEvent, MessageOf, Turn } from "$lib/wire/types";
import { EMPTY_STREAM, placementKey, withSnapshot, withUpdate, type Stream } from "./reduce";

type Snapshot = MessageOf<"snapshot">;
type Update = MessageOf<"update">;

const turn = (points: number): Turn => ({ points }) as Turn;
const event = (name: string): GameEvent => ({ type: name }) as GameEvent;
const shot = (n: number, fields: Partial<Snapshot["view"]> = {}, events: GameEvent[] = []): Snapshot => ({
  ...(snapshot(n, fields) as Snapshot),
  events,
});
const step = (after: number, n: number, fields: Partial<Update>): Update => ({
  ...(update(after, n) as Update),
  ...fields,
});

const begun: Stream = withSnapshot(
  EMPTY_STREAM,
  shot(2, { bag_count: 86, turns: [turn(10)] }, [event("game_created"), event("game_started")]),
);

describe("an update", () => {
  it("changes the fields that it names and leaves the others", () => {
    const next = withUpdate(begun, step(2, 3, { changes: { bag_count: 80 }, turns_from: 1 }));
    expect(next?.view).toMatchObject({ bag_count: 80, viewer: 1, turns: [turn(10)] });
    expect(next?.n).toBe(3);
  });

  it("replaces the rows of the score sheet from the one it names on", () => {
    const next = withUpdate(begun, step(2, 3, { turns_from: 0, turns: [turn(12), turn(20)] }));
    expect(next?.view?.turns).toEqual([turn(12), turn(20)]);
    const more = next && withUpdate(next, step(3, 4, { turns_from: 2, turns: [turn(5)] }));
    expect(more?.view?.turns).toEqual([turn(12), turn(20), turn(5)]);
  });

  it("that is known already changes nothing", () => {
    expect(withUpdate(begun, step(0, 2, { changes: { bag_count: 1 } }))).toBe(begun);
  });

  it("that comes too early is not taken", () => {
    expect(withUpdate(begun, step(3, 4, {}))).toBeNull();
    expect(withUpdate(EMPTY_STREAM, step(0, 1, {}))).toBeNull();
  });

  it("that overlaps what is known is taken, its known events only once", () => {
    const next = withUpdate(
      begun,
      step(1, 4, { events: [event("game_started"), event("turn_opened"), event("tiles_laid")] }),
    );
    expect(next?.log.map(({ n, event: { type } }) => [n, type])).toEqual([
      [1, "game_created"],
      [2, "game_started"],
      [3, "turn_opened"],
      [4, "tiles_laid"],
    ]);
  });
});

describe("a snapshot", () => {
  it("after a gap adds the events that were missed", () => {
    const next = withSnapshot(begun, shot(4, {}, [event("turn_opened"), event("tiles_laid")]));
    expect(next.log.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  });

  it("with all events replaces the log, whose sentences may be in another language", () => {
    const first = withSnapshot(EMPTY_STREAM, { ...shot(1, {}, [event("game_started")]), sentences: [{ text: "Partia się zaczęła.", quiet: false }] });
    const again = withSnapshot(first, { ...shot(1, {}, [event("game_started")]), sentences: [{ text: "The game has begun.", quiet: false }] });
    expect(again.log.map(({ sentence }) => sentence?.text)).toEqual(["The game has begun."]);
  });

  it("from another seat begins the log anew, because its events have other numbers", () => {
    const next = withSnapshot(begun, shot(1, { viewer: "spectator" }, [event("game_created")]));
    expect(next.log).toEqual([{ n: 1, event: event("game_created"), sentence: null }]);
    expect(next.view?.viewer).toBe("spectator");
  });
});

it("ends in the same state whichever way the stream has come", () => {
  const steps = [
    step(2, 3, { changes: { bag_count: 80 }, events: [event("tiles_laid")], turns_from: 1 }),
    step(3, 5, { changes: { points: 14 }, events: [event("value_announced"), event("recorded")], turns_from: 1 }),
    step(5, 6, { changes: { bag_count: 75 }, events: [event("tiles_drawn")], turns_from: 1, turns: [turn(14)] }),
  ];
  const straight = steps.reduce((stream, one) => withUpdate(stream, one) ?? stream, begun);
  const doubled = [...steps, ...steps].reduce((stream, one) => withUpdate(stream, one) ?? stream, begun);
  const after = steps.slice(0, 1).reduce((stream, one) => withUpdate(stream, one) ?? stream, begun);
  const mended = withSnapshot(
    after,
    shot(6, { bag_count: 75, points: 14, turns: [turn(10), turn(14)] }, [
      event("value_announced"),
      event("recorded"),
      event("tiles_drawn"),
    ]),
  );
  expect(doubled).toEqual(straight);
  expect(mended).toEqual(straight);
});

it("names a placement by its squares, whatever their order", () => {
  expect(placementKey({ H9: "o", H8: "K" })).toBe(placementKey({ H8: "K", H9: "o" }));
  expect(placementKey({ H8: "K" })).not.toBe(placementKey({ H8: "k" }));
});
