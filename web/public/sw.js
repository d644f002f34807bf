// Stores the page itself on the device, so that it opens at once and without a network. Answers of the server are never stored.
const CACHE = "mostek-1";
const SHELL = "/";

/** The files that a page names, each once: a cache refuses to store the same one twice. A page also names those of other pages that work
 * without a network (scripts/views.ts). */
const filesOf = (text) => [...new Set(text.match(/\/assets\/[\w.-]+/g))];

/** Store the shell without its bootstrap data, and the files of its first view. */
async function storeShell() {
  const answer = await fetch(SHELL, { cache: "no-store" });
  const text = (await answer.text()).replace(/(<script id="bootstrap"[^>]*>)[^<]*/, "$1");
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  await cache.put(SHELL, new Response(text, { headers: answer.headers }));
  await cache.addAll(filesOf(text));
}

/** A page that does not name all files of the stored shell is newer: replace the stored files. Public pages are no shell. */
async function refresh(text) {
  if (!text.includes('id="bootstrap"')) return;
  const stored = await caches.match(SHELL);
  const named = filesOf(text);
  if (stored && filesOf(await stored.text()).every((file) => named.includes(file))) return;
  await storeShell();
}

async function page(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(answer.clone().text().then(refresh));
    return answer;
  } catch {
    return (await caches.match(SHELL)) ?? Response.error();
  }
}

/** Files under /assets/ have their content's hash in their name, so a stored one never goes out of date. */
async function asset(request) {
  const stored = await caches.match(request);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** Pages that are open when the worker starts were loaded without it: store the files that they name, too. */
async function storeOpened() {
  const opened = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const cache = await caches.open(CACHE);
  for (const { url } of opened) {
    const text = await fetch(url, { cache: "no-store" }).then((answer) => answer.text());
    await cache.addAll(filesOf(text));
  }
}

self.addEventListener("install", (event) => event.waitUntil(storeShell().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim().then(() => storeOpened().catch(() => undefined))));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate" && !pathname.startsWith("/api")) event.respondWith(page(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

/** A message of a tournament: `{title, body, tag, url, lang}`. A later one of the same tag takes the place of the one before. */
async function show(event) {
  const said = await Promise.resolve(event.data?.json()).catch(() => null);
  if (!said?.title) return;
  await self.registration.showNotification(said.title, {
    body: said.body,
    tag: said.tag,
    renotify: true,
    lang: said.lang,
    icon: "/icon-192.png",
    data: { url: said.url },
  });
}

/** Show the page of a message: the tab that has it, otherwise a new one. Only pages of this server. */
async function openPage(notification) {
  notification.close();
  const url = new URL(notification.data?.url ?? "/", self.location.origin);
  if (url.origin !== self.location.origin) return;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => new URL(tab.url).pathname === url.pathname);
  await (there ? there.focus() : self.clients.openWindow(url.href));
}

self.addEventListener("push", (event) => event.waitUntil(show(event)));
self.addEventListener("notificationclick", (event) => event.waitUntil(openPage(event.notification)));
