// A player's own page: the sheet as the server tells it, or the last one that the phone has kept.
import { onDevice } from "$lib/storage/texts";
import { ApiError } from "$lib/wire/http";
import { TournamentStream, type StreamState } from "$lib/wire/stream";
import { tournaments, type Announcement, type PlayerPage, type ReportedResult, type Update } from "$lib/wire/tournaments";
import { NO_CARDS, withChanges, type Cards } from "./cards";
import { HallClock, hallTime } from "./hallClock";
import { KeptResult } from "./keptResult";
import { SHEET, sheetOf, type Own, type Sheet, type Told } from "./playerSheet";

const AGAIN = 8_000;

export class OwnPage {
  sheet = $state.raw<Sheet | null>(null);
  connection = $state<StreamState>("connecting");
  /** Whether the code opens nothing. */
  isWrong = $state(false);
  /** Why the page could not be had from the server; null before the first failure. */
  problem = $state.raw<unknown>(null);
  waiting = $state.raw<ReportedResult | null>(null);
  /** A result that the server has refused, and why. */
  refused = $state.raw<{ readonly result: ReportedResult; readonly why: string } | null>(null);
  /** The round that was paired while the page was open. */
  newRound = $state<number | null>(null);
  readonly clock = new HallClock();
  readonly #kept: KeptResult;
  readonly #place: string;
  #cards: Cards = NO_CARDS;
  #own: Own | null = null;
  #announcements: readonly Announcement[] = [];
  #stream: TournamentStream | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #isClosed = false;
  readonly #goOn = (): void => void (this.#stream ? this.sendKept() : this.#start());

  constructor(readonly code: string) {
    this.#kept = new KeptResult(code);
    this.#place = `mostek.sheet.${code}`;
    this.waiting = this.#kept.waiting;
    this.sheet = onDevice.value(this.#place, SHEET);
    if (this.sheet) this.clock.set(this.sheet.at);
  }

  open(): void {
    addEventListener("online", this.#goOn);
    void this.#start();
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener("online", this.#goOn);
    clearTimeout(this.#timer);
    this.#stream?.stop();
  }

  /** Tell the result: it is on the phone before it is sent. */
  async tell(round: number, told: Told): Promise<void> {
    this.refused = null;
    this.waiting = this.#kept.keep(round, told);
    await this.sendKept();
  }

  /** Do not send the result that waits. */
  drop(): void {
    this.#kept.drop();
    this.waiting = null;
  }

  /** Throws `ApiError`. */
  async call(id: string, reason: string): Promise<void> {
    this.#show(await tournaments.call(this.code, { id, reason }));
  }

  /** Throws `ApiError`. */
  async withdrawCall(id: string): Promise<void> {
    this.#show(await tournaments.withdrawCall(this.code, id));
  }

  async sendKept(): Promise<void> {
    const result = this.#kept.waiting;
    if (result === null || this.#isSending) return;
    this.#isSending = true;
    const sent = await this.#kept.send(async (each) => void this.#show(await tournaments.report(this.code, each)));
    this.#isSending = false;
    this.waiting = this.#kept.waiting;
    if (sent.kind === "refused") {
      await this.#reload().catch(() => undefined);
      this.refused = { result, why: sent.why };
    }
    clearTimeout(this.#timer);
    if (this.waiting && !this.#isClosed) this.#timer = setTimeout(() => void this.sendKept(), AGAIN);
  }

  async #start(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const mark = await this.#reload();
      const id = this.#own?.id ?? "";
      this.#stream ??= new TournamentStream(id, this.code, mark, {
        update: (update) => this.#take(update),
        state: (state) => this.#changed(state),
        reload: () => this.#reload(),
      });
      this.#stream.start();
      void this.sendKept();
    } catch (fault) {
      if (fault instanceof ApiError && fault.status === 403) return this.#forget();
      this.connection = "lost";
      this.problem = fault;
      if (!this.#isClosed) this.#timer = setTimeout(this.#goOn, AGAIN);
    }
  }

  async #reload(): Promise<string> {
    return this.#show(await tournaments.player(this.code));
  }

  /** Show the page as the server has sent it. Returns the last update that is in it. */
  #show(page: PlayerPage): string {
    this.#cards = withChanges(NO_CARDS, page.page.whole);
    this.#announcements = page.page.announcements;
    this.#own = { ...page, id: page.page.id, at: page.page.at, moved: page.page.moved, isCopy: page.page.copied_at !== null };
    this.clock.set(page.page.at);
    this.#draw();
    return page.page.mark;
  }

  #take(update: Update): void {
    if (!this.#own) return;
    if (update.at) this.clock.set(update.at);
    if (update.changes) this.#cards = withChanges(this.#cards, update.changes);
    if (update.announcements) this.#announcements = update.announcements;
    const { mine = this.#own.mine, calls = this.#own.calls } = update;
    this.#own = { ...this.#own, mine, calls, at: hallTime(this.clock.now()) };
    this.#draw();
  }

  #draw(): void {
    if (!this.#own) return;
    const before = this.sheet;
    const sheet = sheetOf(this.#cards, this.#own, this.#announcements);
    if (before && sheet.round > before.round) this.newRound = sheet.round;
    if (sheet.table?.isIn && !before?.table?.isIn) this.refused = null;
    this.sheet = sheet;
    onDevice.keepValue(this.#place, sheet);
  }

  #changed(state: StreamState): void {
    this.connection = state;
    if (state === "open") void this.sendKept();
  }

  #forget(): void {
    this.isWrong = true;
    this.sheet = null;
    onDevice.forget(this.#place);
    this.drop();
  }
}
