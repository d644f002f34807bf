import { beforeEach, expect, it, vi } from "vitest";

const ME = { person: null, language: "pl" };

/** A page in Polish in which the server has written this. */
async function page(text: string) {
  document.documentElement.lang = "pl";
  document.body.innerHTML = `<script id="bootstrap" type="application/json">${text}</script>`;
  vi.resetModules();
  const { api } = await import("./http");
  const asked = vi.fn(() => Promise.resolve(new Response(JSON.stringify({ asked: true }))));
  vi.stubGlobal("fetch", asked);
  return { api, asked };
}

beforeEach(() => vi.unstubAllGlobals());

it("is answered without asking, once", async () => {
  const { api, asked } = await page(JSON.stringify({ language: "pl", answers: { "/me": ME } }));
  expect(await api.me()).toEqual(ME);
  expect(asked).not.toHaveBeenCalled();
  expect(await api.me()).toEqual({ asked: true });
  expect(asked).toHaveBeenCalledOnce();
});

it("is asked where nothing was told, or in another language", async () => {
  for (const text of ["", JSON.stringify({ language: "en", answers: { "/me": ME } })]) {
    const { api, asked } = await page(text);
    expect(await api.me()).toEqual({ asked: true });
    expect(asked).toHaveBeenCalledOnce();
  }
});
