// The page of a match: shapes and cards press their choices, arrow keys walk over the board, moves and previews without reload,
// what others do appears by itself. Without this file every choice is a button, and the page is looked at again by its link.
import { announce } from "./announce.js";
import { ask } from "./forms.js";
import { catchUp } from "./replay.js";

const PREVIEW_AFTER = 350;
const POLL_ALONE = 15_000;
const POLL_BESIDE = 30_000;
const AWAY = 3000;
const LONGEST_AWAY = 120_000;

const place = () => document.getElementById("play");

// --- pressing shapes ---------------------------------------------------------------------------------------------------

function pressed(link) {
  const button = document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1)));
  if (!button || button.disabled) return;
  if (button.form?.dataset.offer !== undefined) {
    button.form.scrollIntoView({ block: "nearest" });
    button.form.querySelector("select, input:not([type=hidden]), button")?.focus();
  } else {
    button.click();
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-presses]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (!dragged) pressed(link);
});

// --- walking over the board with the arrow keys --------------------------------------------------------------------------

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const middle = (shape) => {
  const box = shape.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

function nearest(from, others, [right, down]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const other of others) {
    const [ox, oy] = middle(other);
    const along = (ox - x) * right + (oy - y) * down;
    const aside = Math.abs((ox - x) * down) + Math.abs((oy - y) * right);
    const far = along + 2 * aside;
    if (along > 2 && far < least) [best, least] = [other, far];
  }
  return best;
}

document.addEventListener("keydown", (event) => {
  const link = event.target.closest?.(".drawing a[data-presses]");
  if (!link) return;
  if (event.key === " ") {
    event.preventDefault();
    pressed(link);
  }
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...link.closest("svg").querySelectorAll("a[data-presses]")];
  const next = nearest(link, all.filter((each) => each !== link), step);
  if (!next) return;
  all.forEach((each) => each.setAttribute("tabindex", each === next ? "0" : "-1"));
  next.focus();
});

function makeWalkable(root) {
  for (const picture of root.querySelectorAll("svg.drawing")) picture.querySelector("a[data-presses]")?.setAttribute("tabindex", "0");
}

// --- a larger board, moved by dragging -------------------------------------------------------------------------------------

let dragged = false;
let scale = 1;

const LARGEST = 6;

// What lies at this place of the screen stays there, as far as the window can be moved.
function enlarge(board, to, [x, y]) {
  const picture = board.querySelector("svg");
  if (!picture) return;
  const before = picture.getBoundingClientRect();
  const [across, down] = [(x - before.left) / before.width, (y - before.top) / before.height];
  scale = Math.min(LARGEST, Math.max(1, to));
  const { width, height } = picture.viewBox.baseVal;
  const unit = scale * Math.min(board.clientWidth / width, board.clientHeight / height);
  const larger = scale > 1;
  picture.style.width = larger ? `${unit * width}px` : "";
  picture.style.height = larger ? `${unit * height}px` : "";
  picture.style.maxWidth = larger ? "none" : "";
  picture.style.maxHeight = larger ? "none" : "";
  const after = picture.getBoundingClientRect();
  board.scrollBy(after.left + across * after.width - x, after.top + down * after.height - y);
}

function zoom(by) {
  const board = document.querySelector("[data-window]");
  if (!board) return;
  const { left, top, width, height } = board.getBoundingClientRect();
  enlarge(board, by ? scale * by : 1, [left + width / 2, top + height / 2]);
}

// Two fingers enlarge the board and not the page; one finger moves it, as anything that scrolls.
function pinchToZoom(board) {
  let apart = 0;
  let before = 1;
  const span = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  const between = ([one, other]) => [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
  board.addEventListener("touchstart", (touch) => {
    if (touch.touches.length !== 2) return;
    touch.preventDefault();
    dispatchEvent(new PointerEvent("pointercancel"));
    [apart, before] = [span(touch.touches), scale];
  }, { passive: false });
  board.addEventListener("touchmove", (touch) => {
    if (!apart || touch.touches.length !== 2) return;
    touch.preventDefault();
    enlarge(board, (before * span(touch.touches)) / apart, between(touch.touches));
  }, { passive: false });
  for (const ending of ["touchend", "touchcancel"]) board.addEventListener(ending, ({ touches }) => { if (touches.length < 2) apart = 0; });
}

function dragToPan(board) {
  board.addEventListener("pointerdown", (press) => {
    dragged = false;
    if (press.pointerType !== "mouse" || press.button !== 0) return;
    const [left, top] = [board.scrollLeft, board.scrollTop];
    const move = (now) => {
      const [right, down] = [now.clientX - press.clientX, now.clientY - press.clientY];
      if (Math.abs(right) + Math.abs(down) > 6) dragged = true;
      if (dragged) board.scrollTo(left - right, top - down);
    };
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      setTimeout(() => { dragged = false; });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
  });
}

function offerZoom(root) {
  for (const buttons of root.querySelectorAll("[data-zoom]")) {
    buttons.hidden = false;
    buttons.querySelectorAll("[data-zoom-by]").forEach((button) => button.addEventListener("click", () => zoom(Number(button.dataset.zoomBy))));
  }
  for (const board of root.querySelectorAll("[data-window]")) {
    dragToPan(board);
    pinchToZoom(board);
  }
}

// --- previews while a choice is filled in -----------------------------------------------------------------------------------

let previewing = 0;

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-offer]");
  if (!form) return;
  form.dataset.touched = "1";
  const button = form.querySelector("[data-preview]");
  if (!button) return;
  clearTimeout(previewing);
  previewing = setTimeout(() => button.isConnected && button.click(), PREVIEW_AFTER);
});

// What is sent makes a preview that was to come needless: it would wipe away the answer.
document.addEventListener("submit", () => clearTimeout(previewing), true);

document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[data-offer]");
  if (form) form.dataset.touched = "1";
});

// --- htmx: ask first, show refusals, keep what was typed and unfolded -----------------------------------------------------------

document.addEventListener("htmx:confirm", (event) => {
  const button = event.detail.triggeringEvent?.submitter;
  if (!button?.dataset.ask) return;
  event.preventDefault();
  ask(button.dataset.ask, button.textContent.trim()).then((sure) => {
    if (!sure) return;
    const sent = Object.assign(document.createElement("input"), { type: "hidden", name: "confirmed", value: "1" });
    button.form.append(sent);
    event.detail.issueRequest(true);
  });
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (![409, 422].includes(event.detail.xhr.status)) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});

document.addEventListener("htmx:sendError", () => announce("The site cannot be reached. Try again."));

const typed = (form) => [...form.elements]
  .filter((each) => each.name && each.type !== "hidden" && each.type !== "submit")
  .map((each) => [each.id, ["checkbox", "radio"].includes(each.type) ? each.checked : each.value]);

const filled = (form) => JSON.stringify(typed(form));

// Whoever pressed something reads its answer: until it is here no look begins, nor a preview over a move, and an answer to anything
// older, which would take the place of this one or wipe a refusal away, is left aside. Nothing on its way is broken off.
let shownFor = "";
let sent = null;
let sentMove = false;
let owed = false;

const onItsWay = () => sent !== null && sent.readyState > XMLHttpRequest.UNSENT && sent.readyState < XMLHttpRequest.DONE;

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, target, xhr } = event.detail;
  if (target !== place()) return;
  // what stood there when it was asked may go meanwhile, with an answer to something newer: then this one has no place any more
  elt.addEventListener("htmx:beforeOnLoad", (answer) => target.isConnected || answer.preventDefault(), { once: true });
  if (elt === target) return;
  const previews = elt.matches("[data-preview], [data-fills]");
  if (previews && sentMove && onItsWay()) {
    event.preventDefault();
    return;
  }
  if (previews) shownFor = filled(elt.form);
  [sent, sentMove] = [xhr, !previews];
});

document.addEventListener("htmx:afterRequest", () => {
  if (!owed || onItsWay()) return;
  owed = false;
  heard(latest);
});

let kept = null;
let said = "";

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target !== place()) return;
  const asker = event.detail.requestConfig?.elt;
  if (onItsWay() && event.detail.xhr !== sent) {
    event.detail.shouldSwap = false;
    owed = true;
    return;
  }
  if (asker?.matches?.("[data-preview], [data-fills]") && asker.form && filled(asker.form) !== shownFor) {
    // it shows what has been changed since: the change brings a preview of its own
    event.detail.shouldSwap = false;
    return;
  }
  const quiet = asker === place() || Boolean(asker?.matches?.("[data-order]"));
  const unmade = [409, 422].includes(event.detail.xhr.status) || Boolean(asker?.matches?.("[data-preview], [data-fills]"));
  kept = {
    quiet,
    // no move was made: what was typed stands, in the form that is answered as the answer has it
    forms: quiet || unmade ? [...document.querySelectorAll("form[data-offer][data-touched]")].map((form) => [form.dataset.offer, typed(form)]) : [],
    answered: quiet ? undefined : (asker?.form ?? asker)?.dataset?.offer,
    unfolded: [...document.querySelectorAll("#play details[data-keep]")].map((each) => [each.id, each.open]),
    beside: quiet || unmade ? [...document.querySelectorAll("#play [data-scrolls]")].map((each) => each.scrollTop) : [],
    more: (quiet || unmade) && Boolean(document.getElementById("more")?.checked),
    scrolled: [...document.querySelectorAll("#play [data-window]")].map((each) => [each.scrollLeft, each.scrollTop]),
    focus: document.activeElement?.id,
  };
});

function fillIn(form, fields) {
  for (const [id, value] of fields) {
    const field = document.getElementById(id);
    if (!field || field.form !== form) continue;
    if (typeof value === "boolean") field.checked = value;
    else field.value = value;
  }
}

function restore(root) {
  for (const [id, open] of kept.unfolded) {
    const details = document.getElementById(id);
    if (details) details.open = open;
  }
  for (const [offer, fields] of kept.forms) {
    const form = [...root.querySelectorAll("form[data-offer]")].find((each) => each.dataset.offer === offer);
    if (!form) continue;
    form.dataset.touched = "1";
    if (offer !== kept.answered) fillIn(form, fields);
    if (kept.quiet && filled(form) === shownFor) form.querySelector("[data-preview]")?.click();
  }
  if (scale > 1) zoom(1);
  root.querySelectorAll("[data-window]").forEach((each, at) => each.scrollTo(...(kept.scrolled[at] ?? [0, 0])));
  root.querySelectorAll("[data-scrolls]").forEach((each, at) => each.scrollTo(0, kept.beside[at] ?? 0));
  const more = document.getElementById("more");
  if (more) more.checked = kept.more;
}

function keepFocus(root) {
  const again = kept.focus && document.getElementById(kept.focus);
  const wrong = root.querySelector("[role=alert][tabindex]");
  if (wrong && !kept.quiet) wrong.focus();
  else if (again && !again.disabled) again.focus({ preventScroll: true });
  else if (!kept.quiet) document.getElementById("turn")?.focus({ preventScroll: true });
}

document.addEventListener("htmx:afterSettle", (event) => {
  const root = place();
  if (!kept || !root || !(event.detail.elt === root || root.contains(event.detail.elt))) return;
  makeWalkable(root);
  offerZoom(root);
  catchUp();
  restore(root);
  keepFocus(root);
  kept = null;
  const words = root.dataset.announce;
  if (words !== said) announce(words);
  said = words;
  if (!root.dataset.live) {
    stream?.close();
    stream = null;
  }
});

// --- what others do ---------------------------------------------------------------------------------------------------------

let stream = null;
let asking = false;
let latest = "";
let away = AWAY;

const version = () => place()?.dataset.version ?? "";

// A version is a row of counts, none of which ever falls: news of what this page shows already may come late.
const isAhead = (one, other) => {
  const counts = other.split(".");
  return one.split(".").some((count, at) => Number(count) > Number(counts[at] ?? -1));
};

async function look() {
  if (asking) return;
  owed = onItsWay();
  if (owed) return;
  asking = true;
  let before;
  try {
    do {
      // what is heard while the site answers may have come after its answer was made
      before = latest;
      const root = place();
      if (root) await globalThis.htmx.ajax("GET", root.dataset.here, { source: root, target: root, swap: "outerHTML" });
    } while (latest !== before && isAhead(latest, version()) && !onItsWay());
  } finally {
    asking = false;
  }
}

function heard(v) {
  latest = v;
  if (isAhead(v, version())) look();
}

function listen() {
  const path = place()?.dataset.live;
  if (!path || !globalThis.EventSource) return;
  stream = new EventSource(path);
  stream.addEventListener("open", () => { away = AWAY; });
  stream.addEventListener("message", (event) => heard(String(JSON.parse(event.data).v)));
  stream.addEventListener("error", () => {
    if (stream.readyState !== EventSource.CLOSED) return;
    stream = null;
    setTimeout(() => stream || listen(), away);
    away = Math.min(2 * away, LONGEST_AWAY);
  });
}

async function poll() {
  const root = place();
  if (root?.dataset.pulse && !document.hidden) {
    try {
      const answer = await fetch(root.dataset.pulse, { headers: { Accept: "application/json" } });
      if (answer.ok) heard(String((await answer.json()).v));
    } catch {
      // the next round asks again
    }
  }
  setTimeout(poll, stream?.readyState === EventSource.OPEN ? POLL_BESIDE : POLL_ALONE);
}

// --- talk that is not in sight: its tab says that there is something new ----------------------------------------------------

const spoken = () => document.getElementById("talk-lines")?.textContent ?? "";
let read = spoken();

document.addEventListener("htmx:afterSettle", () => {
  const tab = document.getElementById("tab-talk");
  if (tab && !tab.checked && spoken() !== read) tab.parentElement.dataset.news = "";
  read = spoken();
});

document.addEventListener("change", (event) => {
  if (event.target.id === "tab-talk") delete event.target.parentElement.dataset.news;
});

if (place()) {
  said = place().dataset.announce;
  makeWalkable(document);
  offerZoom(document);
  catchUp();
  if (place().dataset.pulse) {
    listen();
    setTimeout(poll, POLL_ALONE);
    document.addEventListener("visibilitychange", () => document.hidden || look());
  }
}
