// The roster of a tournament: people with all details, teams, rules for pairs, places that are shared, and prizes.
import type { Schemas } from "./schemas";
import { request } from "./http";

export type Person = Schemas["Person"];
export type RosterTeam = Schemas["RosterTeam"];
export type SharedPlace = Schemas["SharedPlace"];
export type Prize = Schemas["Prize"];
export type PrizeList = Schemas["PrizeList"];
export type Roster = Schemas["Roster"];

export const readRoster = (id: string): Promise<Roster> => request("GET", "/api/tournaments/{id}/roster", { path: { id } });
