// A tournament while a page shows it: its cards, kept up to date by the stream, and the commands of the page.
import { TournamentStream, type StreamState } from "$lib/wire/stream";
import {
  tournaments,
  type Announcement,
  type ArbiterCall,
  type Audience,
  type DeskCommand,
  type Happened,
  type OfficeRole,
  type OnlinePlay,
  type TournamentPage,
  type Update,
} from "$lib/wire/tournaments";
import { NO_CARDS, withChanges, type Cards } from "./cards";
import { HallClock } from "./hallClock";

export class LiveTournament {
  cards = $state.raw<Cards>(NO_CARDS);
  n = $state(0);
  role = $state<OfficeRole | null>(null);
  by = $state<string | null>(null);
  head = $state("");
  url = $state("");
  calls = $state.raw<readonly ArbiterCall[]>([]);
  announcements = $state.raw<readonly Announcement[]>([]);
  audience = $state.raw<Audience | null>(null);
  /** The address at which the tournament goes on. */
  moved = $state<string | null>(null);
  online = $state.raw<OnlinePlay | null>(null);
  connection = $state<StreamState>("connecting");
  /** When the page last heard of the server, in milliseconds since 1970. */
  heard = $state(0);
  readonly clock = new HallClock();
  #stream: TournamentStream | null = null;

  constructor(readonly id: string) {}

  /** Read the whole, then follow. Throws `ApiError`. */
  async open(): Promise<void> {
    const mark = await this.reload();
    this.#stream = new TournamentStream(this.id, null, mark, {
      update: (update) => this.#take(update),
      state: (state) => (this.connection = state),
      reload: () => this.reload(),
    });
    this.#stream.start();
  }

  close(): void {
    this.#stream?.stop();
  }

  /** Read the whole. Returns the last update that is in it. */
  async reload(): Promise<string> {
    return this.show(await tournaments.page(this.id));
  }

  /** Show the tournament as the server has sent it. Returns the last update that is in it. */
  show(page: TournamentPage): string {
    this.cards = withChanges(NO_CARDS, page.whole);
    this.n = page.n;
    this.clock.set(page.at, page.now);
    this.role = page.role;
    this.by = page.by;
    this.head = page.head;
    this.url = page.url;
    this.calls = page.calls ?? [];
    this.announcements = page.announcements;
    this.audience = page.audience;
    this.moved = page.moved;
    this.online = page.online;
    this.heard = Date.now();
    return page.mark;
  }

  /** Give commands, having seen what the page shows. Throws `ApiError`; `notCarriedOut` says what it means. */
  async give(...commands: readonly DeskCommand[]): Promise<Happened> {
    return tournaments.give(this.id, this.n, commands);
  }

  /** What commands would lead to. */
  async preview(...commands: readonly DeskCommand[]): Promise<Happened> {
    return tournaments.preview(this.id, this.n, commands);
  }

  #take(update: Update): void {
    this.heard = Date.now();
    this.n = Math.max(this.n, update.n);
    if (update.at) this.clock.set(update.at);
    if (update.changes) this.cards = withChanges(this.cards, update.changes);
    if (update.calls) this.calls = update.calls;
    if (update.announcements) this.announcements = update.announcements;
  }
}
