// The page's names for the types of the protocol, which are generated from docs/protocol/live.json.
import type { AllowedOption, Do, OptionsInWords, PageMessage as AnyPageMessage, Sentence, ServerMessage, Snapshot, Subscribe } from "./messages";

export type {
  Answer,
  ClockFace,
  Phrase,
  Refusal,
  Role,
  Seat,
  Sentence,
  ServerFrame,
  ServerMessage,
  Sitter,
  Turn,
  View,
} from "./messages";

export type Option = AllowedOption;
export type Options = OptionsInWords;
export type Command = Do["command"];
export type CommandName = Command["type"];
export type GameEvent = Snapshot["events"][number];
/** How the page reads sentences: language, orientation of the board, and whether quiet events have one. */
export type Reading = Partial<Omit<Subscribe, "type" | "after">>;
/** A message of the page; a subscription may leave its fields about sentences out. */
export type PageMessage = Exclude<AnyPageMessage, Subscribe> | (Pick<Subscribe, "type" | "after"> & Reading);
export type Viewer = Snapshot["view"]["viewer"];

/** An event with its number in the viewer's stream, and its sentence; `null` for a quiet one. */
export interface NumberedEvent {
  readonly n: number;
  readonly event: GameEvent;
  readonly sentence: Sentence | null;
}

export type MessageOf<Name extends ServerMessage["type"]> = Extract<ServerMessage, { type: Name }>;
