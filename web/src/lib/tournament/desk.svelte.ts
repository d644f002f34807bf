// The director's desk while a page shows it: commands with what becomes of them, the lines that were typed, and what is next.
import { errorText } from "$lib/text/errorText";
import { untrack } from "svelte";
import { ApiError } from "$lib/wire/http";
import { desk, type DeskOverview, type ReadLine } from "$lib/wire/desk";
import { notCarriedOut, tournaments, type DeskCommand, type Happened, type NotCarriedOut, type OfficeRole, type Report, type RoundTableCard } from "$lib/wire/tournaments";
import { readRoster, type Roster } from "$lib/wire/roster";
import { m } from "$lib/text/text";
import { currentRound, lastRound } from "./cards";
import { LiveTournament } from "./tournament.svelte";

/** A line that was typed, and what has become of it. A fault stays until the person takes it away. */
interface TypedRow {
  readonly key: number;
  readonly text: string;
  readonly state: "waiting" | "done" | "fault";
  readonly message: string;
}

interface Refusal {
  readonly why: NotCarriedOut | null;
  readonly text: string;
  readonly commands: readonly DeskCommand[];
  /** Whether nobody knows if they were carried out: given again by the same names they are carried out once. */
  readonly isUnanswered: boolean;
}

interface Question {
  readonly commands: readonly DeskCommand[];
  readonly preview: Happened;
  readonly answer: (did: boolean) => void;
}

/** The commands that are looked at before they are given: what they change is shown first. */
const LOOKED_AT = ["correct_result", "undo", "unpair_round", "deduct", "exclude", "remove", "withdraw", "close_tournament", "decide_tie", "award_forfeit"];
const KEPT = 60;

/** A name for a command, so that one that is sent again is carried out once. */
function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const named = (commands: readonly DeskCommand[]): readonly DeskCommand[] => commands.map((command) => ({ id: commandId(), ...command }));

export class DeskState {
  readonly live: LiveTournament;
  division = $state("");
  overview = $state.raw<DeskOverview | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  question = $state.raw<Question | null>(null);
  rows = $state.raw<readonly TypedRow[]>([]);
  /** Who will be missing when the round is started. */
  absent = $state.raw<readonly number[]>([]);
  #next = 1;
  /** People with all their details, teams, rules and prizes; read when a part of the page first needs it. */
  roster = $state.raw<Roster | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.live = new LiveTournament(id);
  }

  /** The round that is played. */
  get round(): number {
    return currentRound(this.live.cards, this.division);
  }

  /** The round that was paired last. */
  get lastRound(): number {
    return lastRound(this.live.cards, this.division);
  }

  async open(): Promise<void> {
    await this.live.open();
    const first = this.live.cards.event?.divisions[0] ?? "";
    const peopled = [...this.live.cards.entrants.values()].map((card) => card.division ?? "");
    this.division = peopled.includes(first) || peopled.length === 0 ? first : (peopled[0] ?? first);
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#reading);
    this.live.close();
  }

  /** Ask what is next, soon: several changes at once ask once. */
  lookAhead(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void desk.overview(this.id).then(
        (found) => (this.overview = found),
        () => undefined,
      );
    }, 150);
  }

  /** Read the roster, soon: several changes at once read it once. */
  readRoster(): void {
    clearTimeout(this.#reading);
    // An effect that asks for the roster does not hang on it, or it would ask again for ever.
    const delay = untrack(() => this.roster === null) ? 0 : 150;
    this.#reading = setTimeout(() => {
      void readRoster(this.id).then(
        (found) => (this.roster = found),
        () => undefined,
      );
    }, delay);
  }

  /** Give commands whose consequences the person has seen already. */
  async giveSeen(...commands: readonly DeskCommand[]): Promise<Happened | null> {
    return this.#attempt(named(commands));
  }

  /** Give commands; those that change much are shown with their consequences first. Resolves with what has happened, or null. */
  async give(...commands: readonly DeskCommand[]): Promise<Happened | null> {
    const asked = named(commands);
    try {
      if (asked.some(({ type }) => LOOKED_AT.includes(type)) && !(await this.#looked(asked))) return null;
    } catch (fault) {
      this.#refuse(fault, asked);
      return null;
    }
    return this.#attempt(asked);
  }

  async #attempt(commands: readonly DeskCommand[]): Promise<Happened | null> {
    try {
      return this.#happened(await this.live.give(...commands));
    } catch (fault) {
      this.#refuse(fault, commands);
      return null;
    }
  }

  #refuse(fault: unknown, commands: readonly DeskCommand[]): void {
    this.refusal = { why: notCarriedOut(fault), text: errorText(fault), commands, isUnanswered: fault instanceof ApiError && fault.status === 0 };
  }

  /** Give refused commands again, having seen what has happened since. */
  async repeat(): Promise<void> {
    const refused = this.refusal;
    if (!refused) return;
    this.refusal = null;
    // What was undone is another command now: by its old name it would be the one that was undone.
    const commands = refused.why?.code === "taken_back" ? refused.commands.map((each) => ({ ...each, id: commandId() })) : refused.commands;
    try {
      this.#happened(await tournaments.give(this.id, Math.max(this.live.n, refused.why?.n ?? 0), commands));
    } catch (fault) {
      this.#refuse(fault, commands);
    }
  }

  answer(does: boolean): void {
    const asked = this.question;
    this.question = null;
    asked?.answer(does);
  }

  /** Carry lines out, one after the other. A line that fails stays with its reason; the others go on. */
  async type(text: string): Promise<void> {
    for (const line of text.split(/\r?\n/).map((each) => each.trim()).filter(Boolean)) await this.#carryOut(line);
  }

  forget(key: number): void {
    this.rows = this.rows.filter((row) => row.key !== key);
  }

  async #carryOut(text: string): Promise<void> {
    const key = this.#next++;
    const row: TypedRow = { key, text, state: "waiting", message: "" };
    this.rows = [row, ...this.rows].slice(0, KEPT);
    try {
      const read = await desk.line(this.id, text, this.division);
      this.#put(key, ...(await this.#done(read)));
    } catch (fault) {
      this.#put(key, "fault", errorText(fault));
    }
  }

  async #done(read: ReadLine): Promise<readonly [TypedRow["state"], string]> {
    if (read.kind === "fault") return ["fault", read.message];
    if (read.kind === "absent" && read.number !== null) return this.#note(read.number, read.message);
    if (read.kind !== "command" || !read.command) return ["done", read.message];
    if (read.refused) return ["fault", read.message];
    const command = { id: commandId(), ...read.command };
    if (LOOKED_AT.includes(command.type) && !(await this.#looked([command]))) return ["fault", m.desk_not_done()];
    const { again, messages } = this.#happened(await this.live.give(command));
    return ["done", again ? read.message : messages.join(" ") || read.message];
  }

  async #note(number: number, message: string): Promise<readonly [TypedRow["state"], string]> {
    const round = this.live.cards.rounds.get(`${this.division}/${this.round}`);
    if (round && round.started_at === null) {
      this.absent = this.absent.includes(number) ? this.absent : [...this.absent, number];
      return ["done", m.desk_absent_noted({ message })];
    }
    return ["done", this.#happened(await this.live.give({ type: "check_out", numbers: [number] })).messages.join(" ")];
  }

  #put(key: number, state: TypedRow["state"], message: string): void {
    this.rows = this.rows.map((row) => (row.key === key ? { ...row, state, message } : row));
  }

  #happened(done: Happened): Happened {
    this.live.n = Math.max(this.live.n, done.n);
    this.refusal = null;
    return done;
  }

  async #looked(commands: readonly DeskCommand[]): Promise<boolean> {
    const preview = await this.live.preview(...commands);
    return new Promise((answer) => (this.question = { commands, preview, answer }));
  }
}

/** What a role may do: what it may not is not offered. */
export const MAY: Readonly<Record<OfficeRole, { readonly types: boolean; readonly rules: boolean; readonly directs: boolean; readonly announces: boolean }>> = {
  director: { types: true, rules: true, directs: true, announces: true },
  chief_arbiter: { types: true, rules: true, directs: false, announces: true },
  scorekeeper: { types: true, rules: false, directs: false, announces: false },
  announcer: { types: false, rules: false, directs: false, announces: true },
  assistant: { types: false, rules: false, directs: false, announces: false },
};

/** The reports that tell the points of everybody; at a table of several a player may tell the own ones alone. */
export const wholeReports = ({ players, reports }: Pick<RoundTableCard, "players" | "reports">): readonly Report[] =>
  Object.values(reports ?? {}).filter(({ scores }) => scores.length === players.length);

/** Whether the whole results that players have told agree or differ; null while nobody has told one. */
export function told(card: Pick<RoundTableCard, "players" | "reports">): "alike" | "differ" | "one" | null {
  const found = wholeReports(card).map((report) => JSON.stringify(report));
  if (found.length === 0) return null;
  if (found.length === 1) return "one";
  return found.every((each) => each === found[0]) ? "alike" : "differ";
}

