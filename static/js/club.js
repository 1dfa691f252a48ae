// Pages of a club that follow events. The stream says only that something changed. The page then fetches itself with its reader's rights
// and takes over what differs, so that focus, scroll position, open folds and typed input stay. Without this file people reload the page.
import { announce } from "./announce.js";

const POLL_ALONE = 10_000;
const POLL_BESIDE = 60_000;
const RETRY = 3000;
const LONGEST_RETRY = 120_000;

const main = document.getElementById("main");
// The part that follows events: all of a page, or the line above an order sheet, whose form is its writer’s.
const PLACE = ":is(#main > .stack-l, .orders-line)";

// --- taking over what differs -------------------------------------------------------------------------------------------------

// What scripts change on a page by themselves, or what differs in every answer, is no difference.
function plain(node) {
  const copy = node.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["open", "data-watched", "data-now"]) each.removeAttribute(name);
    if (each.matches("[name=csrfmiddlewaretoken]")) each.removeAttribute("value");
    if (!each.matches("time")) continue;
    for (const name of ["class", "title"]) each.removeAttribute(name);
    each.textContent = "";
  }
  return copy.outerHTML;
}

const attributes = (node) => plain(node.cloneNode(false));
const words = (node) => [...node.childNodes].filter((each) => each.nodeType === Node.TEXT_NODE).map((each) => each.data.trim()).join(" ");
const key = (node) => [node.tagName, node.id, ...["aria-labelledby", "aria-label", "href", "action"].map((name) => node.getAttribute(name))].join(" ");
const isTyped = (node) => node.matches("form[data-touched]") || node.querySelector("form[data-touched]");

function enhance(node) {
  globalThis.htmx?.process(node);
  document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: node } }));
}

function takeOver(old, fresh) {
  if (plain(old) === plain(fresh) || old.matches("form[data-touched]")) return old;
  const isFrame = old.children.length && fresh.children.length && !old.querySelector(":scope > time");
  if (isFrame && attributes(old) === attributes(fresh) && words(old) === words(fresh)) {
    takeOverChildren(old, fresh);
    return old;
  }
  if (isTyped(old)) return old;
  old.replaceWith(fresh);
  enhance(fresh);
  return fresh;
}

function takeOverChildren(old, fresh) {
  let at = old.firstElementChild;
  for (const next of [...fresh.children]) {
    let match = at;
    while (match && key(match) !== key(next)) match = match.nextElementSibling;
    if (!match) {
      old.insertBefore(next, at);
      enhance(next);
      continue;
    }
    while (at !== match) at = without(at);
    at = takeOver(match, next).nextElementSibling;
  }
  while (at) at = without(at);
}

function without(node) {
  const next = node.nextElementSibling;
  if (!isTyped(node)) node.remove();
  return next;
}

function keepFocus(before) {
  if (!before || before.isConnected) return;
  const same = (each) => each.tagName === before.tagName && key(each) === key(before) && each.textContent === before.textContent;
  const again = [...document.querySelectorAll(`${PLACE} ${before.tagName}`)].find(same);
  (again ?? main).focus({ preventScroll: true });
}

function show(page) {
  const [old, fresh] = [document.querySelector(PLACE), page.querySelector(PLACE)];
  const version = page.getElementById("main")?.dataset.version;
  if (!old || !fresh || !version) return;
  const title = () => document.querySelector(".next-step h2")?.textContent ?? "";
  const [before, focus] = [title(), old.contains(document.activeElement) ? document.activeElement : null];
  takeOver(old, document.adoptNode(fresh));
  main.dataset.version = version;
  keepFocus(focus);
  if (title() !== before) announce(title());
}

document.addEventListener("input", (event) => {
  if (event.target.form) event.target.form.dataset.touched = "";
});

// --- what others do ---------------------------------------------------------------------------------------------------------

let looking = false;
let again = false;

async function look() {
  again = true;
  if (looking) return;
  looking = true;
  try {
    while (again && !document.hidden) {
      again = false;
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
  } catch {
    // the pulse asks again
  } finally {
    looking = false;
  }
}

function heard(version) {
  if (version !== main.dataset.version) look();
}

let stream = null;
let retry = RETRY;

function listen() {
  if (stream || document.hidden || !main.dataset.live || !globalThis.EventSource) return;
  stream = new EventSource(main.dataset.live);
  stream.addEventListener("open", () => { retry = RETRY; });
  stream.addEventListener("message", (event) => heard(JSON.parse(event.data).v));
  stream.addEventListener("error", () => {
    if (stream?.readyState !== EventSource.CLOSED) return;
    stream = null;
    setTimeout(listen, retry);
    retry = Math.min(2 * retry, LONGEST_RETRY);
  });
}

function stop() {
  stream?.close();
  stream = null;
}

async function pulse() {
  try {
    const answer = await fetch(main.dataset.pulse, { headers: { Accept: "application/json" } });
    if (answer.ok) heard((await answer.json()).v);
  } catch {
    // the next round asks again
  }
}

async function poll() {
  if (!document.hidden) await pulse();
  setTimeout(poll, stream?.readyState === EventSource.OPEN ? POLL_BESIDE : POLL_ALONE);
}

// A page that nobody looks at neither listens nor fetches itself: what it shows counts as read.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    stop();
    return;
  }
  listen();
  pulse();
});
addEventListener("pagehide", stop);
addEventListener("pageshow", listen);

listen();
setTimeout(poll, POLL_ALONE);
