import { beforeEach, describe, expect, it, vi } from "vitest";
import { m } from "$lib/text/text";
import { toasts } from "$lib/ui/toasts.svelte";
import { ApiError, api } from "$lib/wire/http";
import { FormState } from "./forms.svelte";
import { session } from "./session.svelte";

const form = document.createElement("form");
const refusing = (code: string, detail: string) => () => Promise.reject(new ApiError(400, code, detail));
let state: FormState<"old" | "next">;

beforeEach(() => {
  vi.restoreAllMocks();
  state = new FormState({ wrong_password: "old" });
  session.me = { person: { id: "p", name: "Ewa", login: "ewa" }, language: "pl" };
});

describe("a form", () => {
  it("shows an error beside the field that the refusal is about, any other one above the button", async () => {
    await state.send(form, {}, refusing("wrong_password", "Błędne."));
    expect([state.error("old"), state.error("form")]).toEqual(["Błędne.", undefined]);
    await state.send(form, {}, refusing("too_many", "Za 6 s."));
    expect([state.error("old"), state.error("form")]).toEqual([undefined, "Za 6 s."]);
  });

  it("is not sent while a field is empty", async () => {
    const act = vi.fn(() => Promise.resolve());
    await state.send(form, { old: "", next: "x" }, act);
    expect(act).not.toHaveBeenCalled();
    expect([state.error("old"), state.error("next")]).toEqual([m.shell_field_needed(), undefined]);
    await state.send(form, { old: "x", next: "x" }, act);
    expect(act).toHaveBeenCalledOnce();
    expect(state.error("old")).toBeUndefined();
  });

  it("is sent once, however often its button is pressed", async () => {
    const act = vi.fn(() => Promise.resolve());
    await Promise.all([state.send(form, {}, act), state.send(form, {}, act)]);
    expect(act).toHaveBeenCalledOnce();
    expect(state.busy).toBe(false);
  });

  it("gives the focus to the first error", async () => {
    form.innerHTML = "<input><input aria-invalid='true'><input aria-invalid='true'>";
    document.body.append(form);
    await state.send(form, {}, refusing("wrong_password", "Błędne."));
    expect(document.activeElement).toBe(form.children[1]);
  });
});

describe("a session that has ended meanwhile", () => {
  it("is told, and the page knows that nobody is logged in", async () => {
    vi.spyOn(api, "me").mockResolvedValue({ person: null, language: "pl" });
    await state.send(form, {}, () => Promise.reject(new ApiError(401, "no_person", "Wpisz imię.")));
    expect(session.me?.person).toBeNull();
    expect(state.error("form")).toBeUndefined();
    expect(toasts.shown.at(-1)?.text).toBe(m.shell_account_ended());
  });

  it("is an error of the form where the server does not answer any more", async () => {
    vi.spyOn(api, "me").mockRejectedValue(new ApiError(0, "unreachable", ""));
    await state.send(form, {}, () => Promise.reject(new ApiError(401, "no_person", "Wpisz imię.")));
    expect(session.me?.person?.name).toBe("Ewa");
    expect(state.error("form")).toBe("Wpisz imię.");
  });
});
