// Stores the page itself on the device, so that it opens at once and without a network. Answers of the server are never stored.
const CACHE = "mostek-1";
const SHELL = "/";

/** The files that a page names, each once: a cache refuses to store the same one twice. A page also names those of other pages that work
 * without a network (scripts/views.ts). */
const filesOf = (text) => [...new Set(text.match(/\/assets\/[\w.-]+/g))];

/** Store the shell without its bootstrap data, and the files of its first view; then delete those of another version. Where there is no
 * room for the new version the earlier one stays. */
async function storeShell() {
  const answer = await fetch(SHELL, { cache: "no-store" });
  const text = (await answer.text()).replace(/(<script id="bootstrap"[^>]*>)[^<]*/, "$1");
  const files = filesOf(text);
  const cache = await caches.open(CACHE);
  const there = await cache.keys();
  await cache.addAll(files);
  await cache.put(SHELL, new Response(text, { headers: answer.headers }));
  await Promise.all(there.filter(({ url }) => ![SHELL, ...files].includes(new URL(url).pathname)).map((old) => cache.delete(old)));
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
    if (answer.ok) event.waitUntil(answer.clone().text().then(refresh).catch(() => undefined));
    return answer;
  } catch {
    return (await storedFor(SHELL)) ?? Response.error();
  }
}

/** What is stored for a request; nothing where the browser has lost it or does not say. */
const storedFor = (request) => caches.match(request).catch(() => undefined);

/** Files under /assets/ have their content's hash in their name, so a stored one never goes out of date. Where it cannot be stored, as on a
 * full device, the answer of the server is as good. */
async function asset(event) {
  const stored = await storedFor(event.request);
  if (stored) return stored;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(store(event.request, answer.clone()).catch(() => undefined));
  return answer;
}

const store = async (request, answer) => (await caches.open(CACHE)).put(request, answer);

/** Pages that are open when the worker starts were loaded without it: store the files that they name, too. */
async function storeOpened() {
  const opened = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const cache = await caches.open(CACHE);
  for (const { url } of opened) {
    const text = await fetch(url, { cache: "no-store" }).then((answer) => answer.text());
    await cache.addAll(filesOf(text));
  }
}

// A worker that could store nothing still shows messages.
self.addEventListener("install", (event) => event.waitUntil(storeShell().catch(() => undefined).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim().then(() => storeOpened().catch(() => undefined))));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate" && !pathname.startsWith("/api")) event.respondWith(page(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(event));
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
