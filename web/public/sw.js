// Stores the page itself on the device, so that it opens at once and without a network. Answers of the server are never stored.
const SHELF = "mostek-1";
const SHELL = "/";

const filesOf = (text) => text.match(/\/assets\/[\w.-]+/g) ?? [];

/** Store the shell without its bootstrap data, and the files of its first view. */
async function stock() {
  const answer = await fetch(SHELL, { cache: "no-store" });
  const text = (await answer.text()).replace(/(<script id="told"[^>]*>)[^<]*/, "$1");
  await caches.delete(SHELF);
  const shelf = await caches.open(SHELF);
  await shelf.put(SHELL, new Response(text, { headers: answer.headers }));
  await shelf.addAll(filesOf(text));
}

/** A page that does not name all files of the stored shell is newer: replace the stored files. */
async function renew(text) {
  const kept = await caches.match(SHELL);
  const named = filesOf(text);
  if (kept && filesOf(await kept.text()).every((file) => named.includes(file))) return;
  await stock();
}

async function page(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(answer.clone().text().then(renew));
    return answer;
  } catch {
    return (await caches.match(SHELL)) ?? Response.error();
  }
}

/** Files under /assets/ have their content's hash in their name, so a stored one never goes out of date. */
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
  if (request.mode === "navigate" && !pathname.startsWith("/api")) event.respondWith(page(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});
