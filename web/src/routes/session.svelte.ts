// The person as the server knows them, and the server's catalogue; fetched once and shared by all pages.
import { knowPerson } from "$lib/analysis/playing";
import { say } from "$lib/ui/toasts.svelte";
import { errorText } from "$lib/text/errorText";
import { helpPage } from "$lib/text/helpPages";
import { language, m } from "$lib/text/text";
import type { Catalogue, Me } from "$lib/wire/api";
import { ApiError, api, keepsCookies } from "$lib/wire/http";

class Session {
  me = $state.raw<Me | null>(null);
  catalogue = $state.raw<Catalogue | null>(null);
  /** The error of the last attempt to load; null if there is none. */
  fault = $state<string | null>(null);
  /** Whether that was because the server does not answer. */
  isUnanswered = $state(false);
  /** Whether the browser keeps no cookies, so that the server cannot recognise the person. */
  isUnrecognised = $state(false);

  /** Load the person and the catalogue, unless they are known. */
  async load(): Promise<void> {
    try {
      this.fault = null;
      const [me, catalogue] = await Promise.all([this.me ?? api.me(), this.catalogue ?? api.catalogue()]);
      this.isUnrecognised = !keepsCookies();
      this.set(me);
      this.catalogue = catalogue;
    } catch (fault) {
      this.fault = errorText(fault);
      this.isUnanswered = fault instanceof ApiError && fault.status === 0;
    }
  }

  /** Ask again who the person is. */
  async renew(): Promise<void> {
    await api.me().then((me) => this.set(me), () => undefined);
  }

  set(me: Me): void {
    this.me = me;
    knowPerson(me.person?.id ?? "");
    if (me.person) language.choose(me.language);
  }

  /** Set the language, first at the server, whose sentences the page needs as soon as it changes. */
  async setLanguage(next: string): Promise<void> {
    if (this.me?.person) this.set(await api.change({ language: next }));
    else language.choose(next);
    this.catalogue = await api.catalogue();
  }
}

export const session = new Session();

/** Whether the session has ended meanwhile, on another device or by its age; then the page says so and shows how to log in. */
export async function noticeEnd(fault: unknown): Promise<boolean> {
  if (!(fault instanceof ApiError && fault.code === "no_person" && session.me?.person)) return false;
  const me = await api.me().catch(() => null);
  if (me === null) return false;
  const isGuest = session.me.person.login === null;
  session.set(me);
  say(isGuest ? m.shell_guest_ended() : m.shell_account_ended(), "danger");
  return true;
}

/** Run a request and show its error. Resolves with whether it succeeded. */
export async function attempt(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (fault) {
    if (!(await noticeEnd(fault))) say(errorText(fault), "danger", fault instanceof ApiError ? helpPage(fault.code) : null);
    return false;
  }
}
