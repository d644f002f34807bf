// Short notes at the edge of the page, also announced to screen readers.
type ToastKind = "info" | "good" | "danger";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: ToastKind;
  /** The address of the page of help about it. */
  readonly help: string | null;
}

const STAYS = 6000;
const MOST = 4;

class Toasts {
  shown = $state.raw<readonly Toast[]>([]);
  #next = 1;

  say(text: string, kind: ToastKind = "info", help: string | null = null): void {
    const toast = { id: this.#next++, text, kind, help };
    this.shown = [...this.shown, toast].slice(-MOST);
    setTimeout(() => this.dismiss(toast.id), STAYS);
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();

/** Show a note for a few seconds. */
export const say = (text: string, kind: ToastKind = "info", help: string | null = null): void => toasts.say(text, kind, help);
