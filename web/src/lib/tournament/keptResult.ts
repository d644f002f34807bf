// A result that was told and has not arrived: it stays on the phone with its id and goes out once, also after the page was closed.
import { fields, list, number, text, whole } from "$lib/storage/shape";
import { onDevice } from "$lib/storage/texts";
import { ApiError } from "$lib/wire/http";
import type { ReportedResult } from "$lib/wire/tournaments";
import { isAlike, type Told } from "./playerSheet";

/** `kept`: the server was not reached, so it is tried again; `refused`: the server has said why not. */
type Sent = { readonly kind: "sent" } | { readonly kind: "kept" } | { readonly kind: "refused"; readonly why: string };

const RESULT = fields<ReportedResult>({ id: text, round: whole, points: list(number), last_words: list(number) });
/** As earlier versions of this page have kept it: a result that waits must not be lost by an update. */
const EARLIER = fields<Pick<ReportedResult, "id" | "round"> & { own: number; other: number }>({ id: text, round: whole, own: number, other: number });

export class KeptResult {
  readonly #key: string;

  constructor(
    code: string,
    readonly newId: () => string = () => Array.from(crypto.getRandomValues(new Uint8Array(9)), (each) => each.toString(36)).join(""),
  ) {
    this.#key = `mostek.told.${code}`;
  }

  /** The result that waits. */
  get waiting(): ReportedResult | null {
    const now = onDevice.value(this.#key, RESULT);
    const earlier = now ?? onDevice.value(this.#key, EARLIER);
    if (earlier === null || "points" in earlier) return now;
    return { id: earlier.id, round: earlier.round, points: [earlier.own, earlier.other], last_words: [] };
  }

  /** Keep a result before it is sent. The same numbers of the same round keep their id, so that they count once. */
  keep(round: number, { points, words }: Told): ReportedResult {
    const before = this.waiting;
    const isSame = before?.round === round && isAlike({ points: before.points, words: before.last_words }, { points, words });
    const result = isSame ? before : { id: this.newId().padEnd(8, "0").slice(0, 32), round, points, last_words: words };
    onDevice.keepValue(this.#key, result);
    return result;
  }

  drop(): void {
    onDevice.forget(this.#key);
  }

  /** Send what waits. What the server has judged, one way or the other, waits no more. */
  async send(post: (result: ReportedResult) => Promise<void>): Promise<Sent> {
    const result = this.waiting;
    if (result === null) return { kind: "sent" };
    try {
      await post(result);
    } catch (fault) {
      if (!(fault instanceof ApiError) || fault.status === 0 || fault.status === 429 || fault.status >= 500) return { kind: "kept" };
      this.#dropIf(result);
      return { kind: "refused", why: fault.detail };
    }
    this.#dropIf(result);
    return { kind: "sent" };
  }

  /** Another one may have been told while this one was on its way. */
  #dropIf(result: ReportedResult): void {
    if (this.waiting?.id === result.id) this.drop();
  }
}
