// Who the person is for the server, and what the server has to offer; asked once and shared by all pages.
import { say } from "$lib/ui/toasts.svelte";
import { language, m } from "$lib/text/text";
import type { Catalogue, LanguageName, Me } from "$lib/wire/api";
import { ApiError, api } from "$lib/wire/http";

/** What went wrong as a sentence. */
export function sentence(fault: unknown): string {
  if (!(fault instanceof ApiError)) return m.shell_failed();
  if (fault.status === 0) return m.shell_unreachable();
  return fault.detail || m.shell_failed();
}

class Session {
  me = $state.raw<Me | null>(null);
  catalogue = $state.raw<Catalogue | null>(null);
  /** What went wrong when it was asked for; null while nothing did. */
  fault = $state<string | null>(null);

  /** Ask who the person is, unless it is known. */
  async load(): Promise<void> {
    try {
      this.fault = null;
      const [me, catalogue] = await Promise.all([this.me ?? api.me(), this.catalogue ?? api.catalogue()]);
      this.take(me);
      this.catalogue = catalogue;
    } catch (fault) {
      this.fault = sentence(fault);
    }
  }

  take(me: Me): void {
    this.me = me;
    if (me.person) language.choose(me.language);
  }

  /** Set the language, first at the server, whose sentences are asked for as soon as the page changes. */
  async speak(next: LanguageName): Promise<void> {
    if (this.me?.person) this.take(await api.change({ language: next }));
    else language.choose(next);
    this.catalogue = await api.catalogue();
  }
}

export const session = new Session();

/** Do something of the server's; what goes wrong is shown. Tells whether it went well. */
export async function attempt(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (fault) {
    say(sentence(fault), "danger");
    return false;
  }
}
