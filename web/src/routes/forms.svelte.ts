// A form whose errors stand beside their fields; what belongs to no field stands above the button.
import { tick } from "svelte";
import { m } from "$lib/text/text";
import { ApiError } from "$lib/wire/http";
import { noticeEnd } from "./session.svelte";
import { errorText } from "$lib/text/errorText";

/** The errors by field; those of the whole form are at `form`. */
type Errors<Field extends string> = readonly { readonly field: Field | "form"; readonly text: string }[];

export class FormState<Field extends string> {
  busy = $state(false);
  #errors = $state.raw<Errors<Field>>([]);
  readonly #fields: Readonly<Record<string, Field>>;

  /** `fields`: the field that a refusal of the server is about, by its code. */
  constructor(fields: Readonly<Record<string, Field>>) {
    this.#fields = fields;
  }

  error(field: Field | "form"): string | undefined {
    return this.#errors.find((error) => error.field === field)?.text;
  }

  clear(): void {
    this.#errors = [];
  }

  /** Send a form whose values are all given, unless it is being sent. Then the focus is at its first error, if it has one. */
  async send(form: HTMLFormElement, values: Readonly<Partial<Record<Field, string>>>, act: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    const missing = (Object.keys(values) as Field[]).filter((field) => values[field] === "");
    this.#errors = missing.map((field) => ({ field, text: m.shell_field_needed() }));
    if (missing.length === 0) await this.#perform(act);
    await tick();
    focusIn(form);
  }

  async #perform(act: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await act();
    } catch (fault) {
      if (!(await noticeEnd(fault))) this.#errors = this.#placed(fault);
    }
    this.busy = false;
  }

  #placed(fault: unknown): Errors<Field> {
    const field = fault instanceof ApiError ? this.#fields[fault.code] : undefined;
    return [{ field: field ?? "form", text: errorText(fault) }];
  }
}

/** Give the focus to the first error of a form; otherwise back to its button, which has lost it while it was sent. */
function focusIn(form: HTMLFormElement): void {
  const first = form.querySelector<HTMLElement>("[aria-invalid='true'], [data-error]");
  if (first) first.focus();
  else if (!form.isConnected) focusTitle();
  else if (document.activeElement === document.body) form.querySelector<HTMLElement>("[type='submit']")?.focus();
}

/** Where a form has gone, the heading of the page has the focus, and the keyboard goes on from there. */
export function focusTitle(): void {
  const title = document.querySelector<HTMLElement>("main h1");
  if (title === null || document.activeElement !== document.body) return;
  title.tabIndex = -1;
  title.focus();
}
