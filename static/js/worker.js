// The site's service worker, served as /sw.js. It shows messages, keeps static files, and keeps the pages
// that their reader saw last, to be shown while there is no network.
//
// What is kept belongs to one reader: every page says whose it is by an opaque word (X-Reader). When a
// page comes for somebody else, or for nobody, all kept pages go; when somebody else signs in, this
// browser takes no more messages for whoever was here before.
const PAGES = "pages";
const FILES = "files";
const STATE = "state";
const STATIC = "/static/";
const OFFLINE = "/offline/";
const NOTICES = "/me/notices/";
const NOBODY = "none";
const MOST_PAGES = 60;
const MOST_FILES = 400;
const MOST_LINES = 4;
const DAY = 24 * 3600 * 1000;
const LONGEST = 14 * DAY;

let turn = Promise.resolve();

// One after another: what is kept and what is wiped must not overtake each other.
function inTurn(work) {
  turn = turn.then(work, work);
  return turn;
}

self.addEventListener("install", (event) => event.waitUntil(keepOfflinePage().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function keepOfflinePage() {
  const files = await caches.open(FILES);
  const answer = await fetch(OFFLINE, { cache: "reload", credentials: "omit" });
  if (!answer.ok) throw new Error("Could not load the offline page.");
  const text = await answer.clone().text();
  await files.put(OFFLINE, answer);
  const needed = [...text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map(([, path]) => path);
  await Promise.allSettled([...new Set(needed)].map((path) => files.add(path)));
}

// --- pages and files -------------------------------------------------------------------------------

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(file(event));
});

async function page(event) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    return keptPage(event.request.url);
  }
  const copy = answer.headers.has("X-Keep") ? answer.clone() : null;
  event.waitUntil(inTurn(() => look(event.request.url, answer, copy)));
  return answer;
}

async function look(url, answer, copy) {
  const reader = answer.headers.get("X-Reader");
  if (reader !== null) await belongsTo(reader);
  const pages = await caches.open(PAGES);
  const address = url.split("#")[0];
  if (copy && answer.status === 200) {
    await pages.put(address, await asKept(copy));
    await trim(pages, MOST_PAGES);
  } else if (answer.status === 404 || answer.type === "opaqueredirect") {
    await pages.delete(address, { ignoreVary: true });
  }
}

async function asKept(answer) {
  const text = await answer.text();
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": answer.headers.get("Content-Security-Policy") ?? "default-src 'self'",
    "X-Kept-At": new Date().toISOString(),
    "X-Title": encodeURIComponent(/<title>([^<]*)/.exec(text)?.[1].trim().replace(/ · Dead Drop$/, "") ?? ""),
  });
  return new Response(text, { headers });
}

async function trim(cache, most) {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key, { ignoreVary: true })));
}

async function recall(name) {
  const state = await caches.open(STATE);
  return (await state.match(`/.${name}`))?.text();
}

async function remember(name, value) {
  const state = await caches.open(STATE);
  await state.put(`/.${name}`, new Response(value));
}

async function belongsTo(reader) {
  const [before, person] = [await recall("reader"), await recall("person")];
  if (reader !== before) {
    await caches.delete(PAGES);
    await remember("reader", reader);
  }
  if (reader === NOBODY || reader === person) return;
  if (person !== undefined) await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
  await remember("person", reader);
}

async function keptPage(url) {
  const pages = await caches.open(PAGES);
  const kept = await pages.match(url.split("#")[0], { ignoreVary: true });
  if (!kept || isTooOld(kept)) return offlinePage(pages);
  return new Response(asCopy(await kept.text(), keptAt(kept)), { headers: kept.headers });
}

const keptAt = (kept) => new Date(kept.headers.get("X-Kept-At"));
const isTooOld = (kept) => Date.now() - keptAt(kept) > LONGEST;

function when(moment) {
  const near = Date.now() - moment < 6 * DAY;
  const day = new Intl.DateTimeFormat("en-GB", near ? { weekday: "short" } : { day: "numeric", month: "short" });
  const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return `${day.format(moment)} ${hour.format(moment)}`;
}

// A copy to read: nothing in it can be sent, and its buttons say so.
function asCopy(text, moment) {
  const banner = `<p class="offline" role="status">You are offline. This page is from ${when(moment)}.</p>`;
  return text
    .replace(/<html\b/, '<html data-offline=""')
    .replace(/(<main\b[^>]*>)/, `$1${banner}`)
    .replace(/\shx-[a-z-]+="[^"]*"/g, "")
    .replace(/<button\b(?![^>]*\stype="(?:button|reset)")/g, '<button disabled title="Not available offline"')
    .replace(/<input\b(?=[^>]*\stype="(?:submit|image)")/g, '<input disabled title="Not available offline"');
}

async function offlinePage(pages) {
  const files = await caches.open(FILES);
  const found = await files.match(OFFLINE, { ignoreVary: true });
  if (!found) return Response.error();
  const rows = [];
  for (const key of (await pages.keys()).reverse()) {
    const kept = await pages.match(key, { ignoreVary: true });
    if (!kept || isTooOld(kept)) continue;
    const { pathname, search } = new URL(key.url);
    const title = decodeURIComponent(kept.headers.get("X-Title")) || pathname;
    rows.push(`<li><a href="${(pathname + search).replaceAll("&", "&amp;")}">${title}</a> <span class="quiet small">${when(keptAt(kept))}</span></li>`);
  }
  const list = rows.length ? `<ul class="stack" role="list">${rows.join("")}</ul>` : "<p>No page is kept on this device yet.</p>";
  const text = (await found.text()).replace("<!-- kept -->", list);
  return new Response(text, { status: 503, headers: found.headers });
}

// A file whose name holds its content's hash never changes; any other is asked for first.
async function file(event) {
  const files = await caches.open(FILES);
  const kept = await files.match(event.request, { ignoreVary: true });
  if (kept?.headers.get("Cache-Control")?.includes("immutable")) return kept;
  try {
    const answer = await fetch(event.request);
    if (answer.status === 200) {
      const copy = answer.clone();
      event.waitUntil(files.put(event.request, copy).then(() => trim(files, MOST_FILES)));
    }
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

// --- messages --------------------------------------------------------------------------------------

self.addEventListener("push", (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    // not from this site: said all the same that there is something, as browsers insist
  }
  event.waitUntil(show(said));
});

async function show({ title = "Dead Drop", lines = ["You have a new notification."], more = 0, tag = "news", url = NOTICES }) {
  const [before] = await self.registration.getNotifications({ tag });
  const all = [...new Set([...(before?.data?.lines ?? []), ...lines])];
  const shown = all.slice(-MOST_LINES);
  const rest = more + (before?.data?.more ?? 0) + all.length - shown.length;
  await self.registration.showNotification(title, {
    body: [...shown, ...(rest ? [`and ${rest} more`] : [])].join("\n"),
    tag,
    renotify: true,
    icon: `${STATIC}img/icon-192.png`,
    badge: `${STATIC}img/badge-96.png`,
    data: { url: before ? NOTICES : url, lines: shown, more: rest },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? NOTICES));
});

async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((client) => client.url === url.href);
  if (there) await there.focus();
  else await self.clients.openWindow(url.href);
}
