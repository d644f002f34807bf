// The page's names for the types of the protocol, which are generated from docs/protocol/live.json.
import type { Do, ServerMessage, Snapshot } from "./messages";

export type {
  Answer,
  ClockFace,
  Option,
  Options,
  Phrase,
  PageMessage,
  Refusal,
  Role,
  Seat,
  ServerFrame,
  ServerMessage,
  Sitter,
  Turn,
  View,
} from "./messages";

export type Command = Do["command"];
export type CommandName = Command["type"];
export type GameEvent = Snapshot["events"][number];
export type EventName = GameEvent["type"];
export type Viewer = Snapshot["view"]["viewer"];

/** An event with its number in the viewer's stream. */
export interface NumberedEvent {
  readonly n: number;
  readonly event: GameEvent;
}

export type MessageOf<Name extends ServerMessage["type"]> = Extract<ServerMessage, { type: Name }>;
