// Keeps the page itself on the device, so that it opens at once and without a net. What the server says is never kept.
const SHELF = "mostek-1";
const SHELL = "/";

/** The shell and what it needs for its first view. */
async function stock() {
  const shelf = await caches.open(SHELF);
  const answer = await fetch(SHELL, { cache: "no-store" });
  const text = await answer.clone().text();
  await shelf.put(SHELL, answer);
  await shelf.addAll(text.match(/\/assets\/[\w.-]+/g) ?? []);
}

/** A newer shell replaces the old one together with the files of the old one. */
async function renew(answer) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(SHELL);
  const fresh = answer.clone();
  if (kept && (await kept.text()) === (await answer.clone().text())) return;
  for (const request of await shelf.keys()) await shelf.delete(request);
  await shelf.put(SHELL, fresh);
}

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await renew(answer.clone());
    return answer;
  } catch {
    return (await caches.match(SHELL)) ?? Response.error();
  }
}

/** Files under /assets/ have their content's hash in their name: what is kept is right for ever. */
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELF)).put(request, answer.clone());
  return answer;
}

self.addEventListener("install", (event) => event.waitUntil(stock().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate" && !pathname.startsWith("/api")) event.respondWith(page(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});
