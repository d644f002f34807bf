// The values that the server's HTTP interface gives and takes.
import type { Schemas } from "./schemas";

/** A value some fields of which an earlier server did not send. */
type Known<Value, Later extends keyof Value> = Omit<Value, Later> & Partial<Pick<Value, Later>>;

export type FirstCheck = Proposal["checks"][number];
export type Steps = Proposal["steps"];
export type Me = Schemas["Me"];
export type Passkey = Schemas["PasskeyDetails"];
export type SessionDetails = Schemas["SessionDetails"];
export type MySessions = Schemas["MySessions"];
export type RulebookSummary = Schemas["RulebookOffered"];
export type Bot = Schemas["BotOffered"];
export type Catalogue = Schemas["Catalogue"];
type Proposal = Schemas["Proposal"];
export type ReadingOffered = Schemas["ReadingOffered"];
export type ProposalInput = Schemas["ProposalInput"];
export type Place = Schemas["SeatCard"];
export type Official = Schemas["OfficialCard"];
export type Card = Schemas["TableCard"];
export type InvitedRole = Schemas["Invite"]["role"];
export type OpenInvitation = Schemas["OpenInvitation"];
export type Invitation = Schemas["Invitation"];
export type InvitationDetails = Schemas["InvitationDetails"];
export type Proof = Schemas["GameProof"];
export type Estimate = Schemas["Estimate"];
export type PlayerReport = Schemas["PlayerReport"];
export type Omitted = Schemas["Omitted"];
export type FairPlay = Schemas["FairPlay"];
export type Clause = Schemas["ClauseDetails"];
export type RulebookText = Schemas["RulebookDetails"];

/** A level of the bots; one that a device keeps from an earlier server does not say how it plays. */
export type PageLevel = Known<Schemas["PageLevel"], "about">;

/** What the server offers for analysis; an offer that a device keeps from an earlier server has less. */
export type AnalysisOffer = Known<Omit<Schemas["AnalysisOffer"], "levels">, "common" | "school_hints"> & { readonly levels?: readonly PageLevel[] };
export type AnalysisRequest = Schemas["AnalysisRequest"];
export type LevelMoveRequest = Schemas["LevelRequest"];
export type AnalysisReport = Schemas["ReportRequest"];
export type AnalysedMove = Schemas["AnalysedMove"];
