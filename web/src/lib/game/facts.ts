// Facts that went against a person, read from the stream: each is shown to them until they have acknowledged it.
import { m } from "$lib/text/text";
import type { GameEvent, NumberedEvent, Seat } from "$lib/wire/types";
import { isShown } from "./reduce";

type Verdict = Extract<GameEvent, { type: "words_judged" | "verdict_overridden" }>;
type Measure = Extract<GameEvent, { type: "rule" | "ruling_made" }>["measure"];

interface Fact {
  /** The number of its first event. */
  readonly id: number;
  readonly title: string;
  /** What has happened, in the server's sentences. */
  readonly sentences: readonly string[];
  /** The words that were checked, with their common status: nobody learns which one is wrong (PFS-4.7.11). */
  readonly words: string | null;
  readonly clauses: readonly string[];
}

/** A fact whose consequences may still follow. */
interface Draft {
  readonly id: number;
  readonly title: () => string;
  readonly words: string | null;
  readonly entries: NumberedEvent[];
}

/** The check that was asked for last: who had moved, who asked, and for which words. */
interface Check {
  readonly mover: Seat | null;
  readonly challenger: Seat;
  readonly words: readonly string[];
}

/** Measures that favour whom they concern, or change nothing for them. */
const KIND: ReadonlySet<Measure["type"]> = new Set<Measure["type"]>(["settle", "lift_lock", "tidy_tiles"]);
const PENAL: ReadonlySet<Measure["type"]> = new Set<Measure["type"]>([
  "warn",
  "deduct",
  "force_pass",
  "exclude_from_game",
  "exclude_from_event",
]);

/** What a card about such a ruling is called; about any other, a ruling. */
const RULINGS: Readonly<Partial<Record<Measure["type"], () => string>>> = {
  warn: m.game_fact_warning,
  deduct: m.game_fact_points,
  force_pass: m.game_fact_as_pass,
  exclude_from_game: m.game_fact_excluded,
  exclude_from_event: m.game_fact_excluded,
  adjust_clock: m.game_fact_clock,
};

/** Whether a ruling goes against the player, or changes what both have on the board or on the sheet. */
function hits(measure: Measure, seat: Seat): boolean {
  if (KIND.has(measure.type)) return false;
  if (measure.type === "accept_move") return measure.seat !== seat;
  if (measure.type === "adjust_clock") return measure.seat === seat && measure.millis < 0;
  return !("seat" in measure) || measure.seat === seat || measure.type === "settle_score";
}

/** The words that were checked with their status; with several wrong ones it stays open which. */
function status({ words }: Check, { valid }: Verdict): string | null {
  const said = { words: words.join(", ") };
  if (words.length === 0) return null;
  if (words.length === 1) return valid ? m.game_fact_word_valid(said) : m.game_fact_word_invalid(said);
  return valid ? m.game_fact_words_valid(said) : m.game_fact_words_invalid(said);
}

class Reader {
  readonly facts: Draft[] = [];
  #open: Draft | null = null;
  #mover: Seat | null = null;
  #check: Check | null = null;
  /** Whether the loss of this turn has been told already, as tiles that came off the board. */
  #withdrawn = false;
  readonly #measures = new Map<number, Measure>();

  constructor(readonly seat: Seat) {}

  read(entry: NumberedEvent): void {
    const { event } = entry;
    switch (event.type) {
      case "turn_opened":
        this.#open = null;
        this.#withdrawn = false;
        break;
      case "tiles_laid":
        this.#open = null;
        this.#mover = event.seat;
        break;
      case "words_challenged":
        this.#check = { mover: this.#mover, challenger: event.seat, words: event.words };
        break;
      case "words_judged":
        this.#judged(entry, event);
        break;
      case "verdict_overridden":
        this.#setAside(entry, event);
        break;
      case "move_withdrawn":
      case "turn_lost":
      case "turn_passed":
        this.#lost(entry, event);
        break;
      case "penalty_charged":
        if (event.seat === this.seat) this.#follow(entry, m.game_fact_penalty);
        break;
      case "placement_upheld":
        if (event.seat === this.seat) this.#begin(entry, m.game_fact_upheld);
        break;
      case "exchange_failed":
        if (event.seat === this.seat) this.#begin(entry, m.game_fact_exchange);
        break;
      case "flag_fell":
        if (event.seat === this.seat) this.#begin(entry, m.game_fact_flag);
        break;
      case "turn_time_exceeded":
        if (event.seat === this.seat) this.#begin(entry, m.game_fact_time);
        break;
      case "ruling_made":
        this.#measures.set(event.number, event.measure);
        if (hits(event.measure, this.seat)) this.#begin(entry, RULINGS[event.measure.type] ?? m.game_fact_ruling);
        else this.#open = null;
        break;
      case "ruling_reversed":
        this.#reversed(entry, this.#measures.get(event.number));
        break;
      case "game_ended":
        this.#ended(entry, event);
        break;
      default:
    }
  }

  #begin(entry: NumberedEvent, title: () => string, words: string | null = null): void {
    this.#open = { id: entry.n, title, words, entries: [entry] };
    this.facts.push(this.#open);
  }

  /** A consequence of what is open; a fact of its own where nothing is. */
  #follow(entry: NumberedEvent, title: () => string): void {
    if (this.#open) this.#open.entries.push(entry);
    else this.#begin(entry, title);
  }

  #judged(entry: NumberedEvent, event: Verdict): void {
    const check = this.#check;
    this.#open = null;
    if (check === null) return;
    if (!event.valid && check.mover === this.seat) this.#begin(entry, m.game_fact_invalid, status(check, event));
    if (event.valid && check.challenger === this.seat) this.#begin(entry, m.game_fact_valid, status(check, event));
  }

  /** It concerns who moved and who challenged; everybody where the game goes back. */
  #setAside(entry: NumberedEvent, event: Extract<Verdict, { type: "verdict_overridden" }>): void {
    const check = this.#check;
    this.#open = null;
    if (check === null) return;
    if (event.turns !== null || check.mover === this.seat || check.challenger === this.seat)
      this.#begin(entry, m.game_fact_set_aside, status(check, event));
  }

  #lost(entry: NumberedEvent, event: Extract<GameEvent, { type: "move_withdrawn" | "turn_lost" | "turn_passed" }>): void {
    if (event.seat !== this.seat) return;
    if (event.type === "turn_passed") {
      if (event.forced !== null) this.#follow(entry, m.game_fact_pass);
    } else if (event.type === "move_withdrawn") {
      this.#withdrawn = true;
      this.#follow(entry, m.game_fact_withdrawn);
    } else if (this.#open || !this.#withdrawn) this.#follow(entry, m.game_fact_lost);
  }

  /** A penalty of somebody else that does not count any more. */
  #reversed(entry: NumberedEvent, measure: Measure | undefined): void {
    this.#open = null;
    if (measure && PENAL.has(measure.type) && "seat" in measure && measure.seat !== this.seat)
      this.#begin(entry, m.game_fact_reversed);
  }

  #ended(entry: NumberedEvent, { result }: Extract<GameEvent, { type: "game_ended" }>): void {
    const isLost = result.ending !== "resigned" && result.forfeited.includes(this.seat);
    if (isLost) this.#follow(entry, m.game_fact_forfeit);
    else this.#open = null;
  }
}

function finished({ id, title, words, entries }: Draft): Fact {
  const clauses = entries.flatMap(({ event }) => ("clause" in event && event.clause ? event.clause.split(", ") : []));
  return {
    id,
    title: title(),
    sentences: entries.flatMap(({ sentence }) => (isShown(sentence) ? [sentence.text] : [])),
    words,
    clauses: [...new Set(clauses)],
  };
}

/** The facts that went against the player in `seat`, the earliest first. */
export function adverseFacts(log: readonly NumberedEvent[], seat: Seat): readonly Fact[] {
  const reader = new Reader(seat);
  for (const entry of log) reader.read(entry);
  return reader.facts.map(finished);
}
