// What a seat heard since this browser last looked, moment after moment on the picture of the board, with its words. It lies over the
// board as it stands: nothing waits for it, and whoever acts, presses Escape or a place on the board sees the board as it is. Where less
// motion is wanted the words stand as a list, and the moments can be stepped through. Without this file the log has the words.
import { announce } from "./announce.js";

const KEPT = "tables-looked-at";
const MOST_TABLES = 60;
const MOST_LISTED = 40;
const BREATH = 120;
const MOST_BREATHS = 4;
const MOST_MARKS = 8;
const LARGE = 0.15;
const MOVES = 650;

const still = matchMedia("(prefers-reduced-motion: reduce)");
const place = () => document.getElementById("play");
const bar = () => document.getElementById("replay");
const frame = () => document.querySelector("#play .board-window");
const board = () => frame()?.querySelector(":scope > svg:not(.replayed)") ?? null;

let beats = [];
let first = "";
let at = 0;
let walks = false;
let slow = false;
let timer = 0;
let shape = null;
let stood = null;
let seen = null;
let drawn = "";
let heardHere = [];
let round = 0;
let asked = Promise.resolve();

const playing = () => at < beats.length;

// --- how much of a table this browser has seen ---------------------------------------------------------------------------

function looked() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

function keep(name, heard) {
  seen = heard;
  try {
    localStorage.setItem(KEPT, JSON.stringify([...looked().filter(([other]) => other !== name), [name, heard]].slice(-MOST_TABLES)));
  } catch {
    // it is kept for as long as the page is open
  }
}

// --- two pictures, one after the other -------------------------------------------------------------------------------------

const ODD = new Set(["href", "tabindex", "aria-label", "data-presses"]);

function parsed(text) {
  const picture = document.adoptNode(new DOMParser().parseFromString(text, "text/html").body.firstElementChild);
  for (const link of picture.querySelectorAll("a")) {
    const group = document.createElementNS(picture.namespaceURI, "g");
    for (const { name, value } of link.attributes) if (!ODD.has(name)) group.setAttribute(name, value);
    group.append(...link.childNodes);
    link.replaceWith(group);
  }
  picture.querySelectorAll("title").forEach((title) => title.remove());
  return picture;
}

// A larger board carries its size as a style, which the policy would not let in again.
function asText(picture) {
  const copy = picture?.cloneNode(true);
  copy?.removeAttribute("style");
  return copy?.outerHTML ?? "";
}

const PLACED = ["transform", "x", "y", "cx", "cy"];
const spot = (each) => PLACED.map((name) => each.getAttribute(name) ?? "").join();

function shell(each) {
  const copy = each.cloneNode(true);
  PLACED.forEach((name) => copy.removeAttribute(name));
  return copy.outerHTML;
}

// The same thing in both pictures: by its own name, by where it stands, as it looks all over, or as the only one of its kind.
const SAME = [
  (each) => [...each.attributes].filter(({ name }) => name.startsWith("data-")).slice(0, 1).map(({ name, value }) => `${name} ${value}`).join(),
  (each) => `${each.tagName} ${each.classList[0]} ${spot(each)}`,
  shell,
  (each, all) => (all.filter((other) => other.getAttribute("class") === each.getAttribute("class")).length === 1 ? each.getAttribute("class") ?? "" : ""),
];

function paired(olds, news) {
  const pairs = [];
  for (const rule of SAME) {
    const [before, after] = [[...olds], [...news]];
    for (const one of after) {
      const called = rule(one, after);
      const other = called && before.find((each) => olds.has(each) && each.tagName === one.tagName && rule(each, before) === called);
      if (!other) continue;
      pairs.push([other, one]);
      olds.delete(other);
      news.delete(one);
    }
  }
  return pairs;
}

// What moved, came and went between two pictures, as far down as it takes.
function changes(before, after, found = { moved: [], came: [], gone: [] }) {
  const olds = new Set(before.children);
  const news = new Set(after.children);
  for (const one of [...news]) {
    const other = [...olds].find((each) => each.outerHTML === one.outerHTML);
    if (!other) continue;
    olds.delete(other);
    news.delete(one);
  }
  for (const [other, one] of paired(olds, news)) {
    if (spot(other) !== spot(one)) found.moved.push([other, one]);
    if (one.tagName === "g") changes(other, one, found);
    else if (shell(other) !== shell(one)) found.came.push(one);
  }
  found.came.push(...news);
  found.gone.push(...[...olds].map((each) => [each, after]));
  return found;
}

function matrix(each) {
  const { a, b, c, d, e, f } = each.transform.baseVal.consolidate()?.matrix ?? { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  return `matrix(${[a, b, c, d, e, f].join()})`;
}

const number = (each, ...names) => Number(names.map((name) => each.getAttribute(name)).find((value) => value !== null) ?? 0);

function from(other, one) {
  if (one.tagName === "g") return [{ transform: matrix(other) }, { transform: matrix(one) }];
  const [right, down] = [["x", "cx"], ["y", "cy"]].map((names) => number(other, ...names) - number(one, ...names));
  return [{ transform: `translate(${right}px, ${down}px)` }, { transform: "none" }];
}

// A board that is larger than its window is moved to what happens, and back at the end.
function bringIntoSight(boxes) {
  const window = frame();
  const around = window.getBoundingClientRect();
  if (!boxes.length || (window.scrollWidth <= window.clientWidth && window.scrollHeight <= window.clientHeight)) return;
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
  if (left >= around.left && right <= around.right && top >= around.top && bottom <= around.bottom) return;
  stood ??= [window.scrollLeft, window.scrollTop];
  window.scrollBy((left + right - around.left - around.right) / 2, (top + bottom - around.top - around.bottom) / 2);
}

function mark(picture, things) {
  const grid = picture.getScreenCTM()?.inverse();
  const whole = picture.getBoundingClientRect();
  if (!grid) return;
  const outer = things.filter((one) => one.tagName !== "text" && !things.some((other) => other !== one && other.contains(one)));
  const boxes = outer.map((each) => each.getBoundingClientRect());
  bringIntoSight(boxes);
  if (boxes.length > MOST_MARKS) return;
  for (const box of boxes) {
    if (!box.width || !box.height || box.width * box.height > LARGE * whole.width * whole.height) continue;
    const [start, end] = [[box.left, box.top], [box.right, box.bottom]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(grid));
    const ring = document.createElementNS(picture.namespaceURI, "rect");
    const sizes = { x: start.x - 3, y: start.y - 3, width: end.x - start.x + 6, height: end.y - start.y + 6, rx: 5, class: "replay-mark" };
    for (const [name, value] of Object.entries(sizes)) ring.setAttribute(name, value);
    picture.append(ring);
  }
}

function turnInto(picture, text, moves) {
  const before = parsed(text);
  const { moved, came, gone } = changes(before, picture);
  mark(picture, [...new Set([...moved.map(([, one]) => one), ...came])]);
  if (!moves) return;
  const options = { duration: MOVES, easing: "ease-in-out" };
  for (const [other, one] of moved) one.animate(from(other, one), options);
  for (const one of came) one.animate([{ opacity: 0 }, { opacity: 1 }], options);
  for (const [other, where] of gone) {
    where.append(other);
    other.animate([{ opacity: 1 }, { opacity: 0 }], options).finished.then(() => other.remove(), () => {});
  }
}

// --- on the page -----------------------------------------------------------------------------------------------------------

function fit() {
  const [window, real, over] = [frame(), board(), frame()?.querySelector(".replayed")];
  if (!real || !over) return;
  const [outer, inner] = [window.getBoundingClientRect(), real.getBoundingClientRect()];
  over.style.left = `${inner.left - outer.left - window.clientLeft + window.scrollLeft}px`;
  over.style.top = `${inner.top - outer.top - window.clientTop + window.scrollTop}px`;
  over.style.width = `${inner.width}px`;
  over.style.height = `${inner.height}px`;
}

function uncover() {
  shape?.disconnect();
  frame()?.querySelectorAll(".replayed").forEach((each) => each.remove());
  frame()?.classList.remove("replaying");
}

function cover(text, before = "", moves = false) {
  uncover();
  const real = board();
  if (!real || !text) return;
  const picture = parsed(text);
  picture.classList.add("replayed");
  picture.setAttribute("aria-hidden", "true");
  frame().append(picture);
  frame().classList.add("replaying");
  fit();
  shape = new ResizeObserver(fit);
  shape.observe(real);
  if (before && before !== text) turnInto(picture, before, moves);
  // a game's own script looks for places by their names: these here are none
  for (const each of [picture, ...picture.querySelectorAll("*")]) {
    for (const { name } of [...each.attributes]) if (name.startsWith("data-")) each.removeAttribute(name);
  }
}

function write() {
  const sign = bar();
  if (!sign) return;
  const beat = beats[at];
  sign.querySelector("[data-replay-count]").textContent = `${beat.left ? "Lately, " : ""}${at + 1} of ${beats.length}`;
  sign.querySelector("[data-replay-words]").replaceChildren(...lines(beat.lines));
  sign.querySelector("[data-replay-does=slower]").setAttribute("aria-pressed", String(slow));
  sign.querySelector("[data-replay-does=slower]").hidden = walks;
  sign.querySelector("[data-replay-does=on]").hidden = !walks || still.matches;
  sign.hidden = false;
}

const lines = (words) => words.map((line) => Object.assign(document.createElement("li"), { textContent: `${line} ` }));

function wait() {
  clearTimeout(timer);
  if (walks) return;
  const long = 900 + 28 * beats[at].lines.join(" ").length;
  timer = setTimeout(next, Math.min(4500, long) * (slow ? 2.2 : 1) * (beats.length - at > 6 ? 0.75 : 1));
}

function show(moves = !still.matches) {
  const beat = beats[at];
  const before = at ? beats[at - 1].picture : first;
  // if only the text changes, the picture and its animations continue
  if (!at || before !== beat.picture || !frame()?.querySelector(".replayed")) cover(beat.picture, before, moves);
  write();
  wait();
}

function next() {
  at += 1;
  if (playing()) show();
  else end();
}

function end() {
  clearTimeout(timer);
  at = beats.length;
  walks = false;
  uncover();
  if (stood) frame()?.scrollTo(...stood);
  stood = null;
  const sign = bar();
  if (!sign) return;
  const held = sign.contains(document.activeElement);
  sign.hidden = true;
  if (held) document.getElementById("turn")?.focus({ preventScroll: true });
}

// Whoever ends it wants nothing of what is still on its way either.
function stop() {
  round += 1;
  end();
}

// Where nothing moves the words stand as a list until the next move of one's own.
function list() {
  const shelf = document.getElementById("missed");
  if (!shelf || !still.matches || heardHere.length < 2) return;
  shelf.querySelector("ol").replaceChildren(...lines(heardHere));
  shelf.hidden = false;
}

// The lines of a moment, as many at once as are read in one breath; one without any is only looked at.
function breaths(said) {
  if (!said.length) return [[]];
  const long = Math.max(BREATH, said.join(" ").length / MOST_BREATHS);
  const found = [];
  for (const line of said) {
    if (found.length && [...found.at(-1), line].join(" ").length <= long) found.at(-1).push(line);
    else found.push([line]);
  }
  return found;
}

function begin(moments, before, left, { steps = false } = {}) {
  const more = moments.flatMap(({ picture, lines: said }) => breaths(said).map((each) => ({ picture, left, lines: each })));
  if (!more.length) {
    uncover();
    return;
  }
  if (playing()) {
    beats.push(...more);
    write();
    return;
  }
  beats = more;
  first = before;
  at = 0;
  walks = steps;
  if (still.matches && !steps) at = beats.length;
  else show();
}

function fetchFrames(since) {
  const root = place();
  const path = new URL(root.dataset.frames, location.href);
  path.searchParams.set("since", since);
  return fetch(path, { headers: { Accept: "application/json" } }).then((answer) => (answer.ok ? answer.json() : null));
}

function ask(since, then) {
  const mine = round;
  asked = asked.then(async () => {
    try {
      const found = await fetchFrames(since);
      if (found && mine === round) then(found);
      else if (!playing()) uncover();
    } catch {
      if (!playing()) uncover();
    }
  });
}

function tell(moments) {
  heardHere = [...heardHere, ...moments.flatMap((each) => each.lines)].slice(-MOST_LISTED);
  list();
}

// Called whenever the page shows a board, the first one or a new one.
export function catchUp() {
  const root = place();
  if (!root?.dataset.frames || document.hidden) return;
  const heard = Number(root.dataset.heard);
  const name = root.dataset.looker;
  const last = seen ?? looked().find(([each]) => each === name)?.[1] ?? heard;
  const before = drawn;
  const picture = asText(board());
  if (playing()) {
    cover(beats[at].picture);
    write();
  }
  list();
  document.getElementById("replay-show")?.removeAttribute("hidden");
  if (!drawn || heard > last) drawn = picture;
  if (heard === seen) return;
  keep(name, heard);
  if (heard <= last) return;
  const lately = root.querySelector("[data-before]");
  const since = Number(lately?.dataset.before ?? -1);
  // what came since then has no line
  if (lately && since < last) return;
  // what a game shows bit by bit has to be asked for
  if (before && since === last && !root.dataset.staged) {
    const moment = { picture, lines: [...lately.querySelectorAll("[data-said]")].map((each) => each.textContent) };
    tell([moment]);
    begin([moment], before, 0);
    return;
  }
  if (before && !playing() && !still.matches) cover(before);
  ask(last, taken);
}

function taken({ moments, before, left_out: left }) {
  tell(moments);
  const earlier = moments.slice(0, -1).flatMap((each) => each.lines);
  if (earlier.length) announce([...earlier, place()?.dataset.announce ?? ""].join(" "));
  begin(moments, before, left);
}

// --- what the person does ----------------------------------------------------------------------------------------------------

const DOES = {
  step() {
    walks = true;
    next();
  },
  on() {
    walks = false;
    next();
  },
  slower() {
    slow = !slow;
    write();
    wait();
  },
  again() {
    // on a phone the sheet of moves would cover the board
    const sheet = document.getElementById("more");
    if (sheet) sheet.checked = false;
    const steps = walks || still.matches;
    if (!beats.length) {
      ask(0, ({ moments, before, left_out: left }) => begin(moments, before, left, { steps }));
      return;
    }
    at = 0;
    walks = steps;
    show();
  },
  skip: stop,
};

document.addEventListener("click", (event) => {
  const does = event.target.closest?.("[data-replay-does]")?.dataset.replayDoes;
  if (does) DOES[does]();
  else if (event.target.closest?.(".replayed")) stop();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && playing() && !document.querySelector("dialog[open]")) stop();
});

document.addEventListener("focusin", (event) => {
  if (playing() && board()?.contains(event.target)) stop();
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const root = place();
  if (event.detail.target !== root || event.detail.elt === root) return;
  heardHere = [];
  stop();
});
