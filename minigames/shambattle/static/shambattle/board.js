// The battle's board: figures are dragged or led by clicks, and the ghost goes as far as the server's own measure lets it.
// Whatever is done here is written into the form, line by line. Without this file the lines are typed.
import "../js/board.js";
import { announce } from "../js/announce.js";
import { ask as confirmed } from "../js/forms.js";

const STILL = 6;
const SNAP = 0.25;
const BESIDE = 1024;
const WIDE_ENOUGH = 24;
const LARGER = 5;
const STICK = { part: 4, full: 6 };
const SVG = "http://www.w3.org/2000/svg";

const table = () => document.querySelector("#play [data-shambattle]");
const board = () => table()?.closest("[data-window]");
const offer = (name) => document.querySelector(`form[data-offer="${name}"]`);
const planning = () => offer("march") ?? offer("deploy");
const field = (form, name) => form.elements[`${form.dataset.offer}.${name}`];
const changed = (one) => one.dispatchEvent(new Event("change", { bubbles: true }));

let chosen = "";
// Men who move by one order and keep their places to each other; the first of them leads. Null: men go one by one.
let squad = null;

// --- places: inches east and north ---------------------------------------------------------------------------------------------

const figure = (code) => table()?.querySelector(`[data-man="${code}"]`);
const ghost = (code) => table()?.querySelector(`[data-ghost="${code}"]`);
const spot = (one) => one.dataset.spot.split(", ").map(Number);
const said = ([east, north]) => `${east}, ${north}`;

function pointed(event) {
  const map = table();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  const unit = Number(map.dataset.shambattle);
  return [x / unit, Number(map.dataset.high) / 100 - y / unit];
}

const inside = (place) => place.map((each) => Number(Math.min(Math.max(each, 0), 99.99).toFixed(2)));
const placeAt = (event) => inside(pointed(event));

// A hand is no ruler: nearly in the same row or column is in it, and the rest goes by tenths.
const snapped = (place, from) => inside(place.map((each, axis) => (Math.abs(each - from[axis]) <= SNAP ? from[axis] : Number(each.toFixed(1)))));

// --- the lines of the form: a figure's code, then the corners of its way -------------------------------------------------------

const LINE = /^\s*(.+?)\s+(to|towards|at|by)\s+(.+)$/iu;
const SPAN = /([A-Z])(\d+)[-–]\1?(\d+)/gu;

const written = (form) => field(form, form.dataset.offer === "march" ? "ways" : "places");
const linesOf = (form) => written(form).value.split("\n").filter((line) => line.trim());
const cornersIn = (words) => words.split(";").map((each) => each.trim().split(/[\s,]+/u).map(Number)).filter((each) => each.length === 2 && !each.some(Number.isNaN));

// Whom a line names: "C7", "C1-C4", "C1, C3" or a whole name, which each figure's title has after its code.
function named(line) {
  const who = LINE.exec(line)?.[1].toUpperCase() ?? "";
  const whole = [...table().querySelectorAll("[data-man] > title")].find((each) => each.textContent.toUpperCase().split(", ")[1] === who);
  if (whole) return [whole.parentNode.dataset.man];
  const all = (span, letter, first, last) => Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => `${letter}${Number(first) + at}`).join(" ");
  return who.replace(SPAN, all).split(/[\s,]+/u);
}

let drawn = null;

// The corners of everybody's way: as far as the ghosts went, if they were drawn for these very lines; else as they are written.
function ways(form) {
  const found = new Map();
  for (const line of linesOf(form)) {
    const [, , how, where] = LINE.exec(line) ?? [];
    if (how && how.toLowerCase() !== "by") for (const code of named(line)) found.set(code, cornersIn(where));
  }
  const into = written(form);
  if ((drawn ?? into.defaultValue) !== into.value) return found;
  for (const one of table().querySelectorAll("[data-ghost][data-way]")) found.set(one.dataset.ghost, cornersIn(one.dataset.way));
  return found;
}

function lineFor(form, code, way) {
  if (!way.length) return "";
  return form.dataset.offer === "march" ? `${code} towards ${way.map(said).join("; ")}` : `${code} at ${said(way.at(-1))}`;
}

// The lines with this way for a figure. A line for several becomes a line for each, in the order of their ghosts, who set out so;
// a captive's comes last: he moves when his guards have.
function rewritten(form, code, way, known = ways(form)) {
  const lines = linesOf(form).flatMap((line) => {
    const men = named(line);
    const ofKnown = [...known].filter(([each]) => men.includes(each));
    return men.includes(code) && men.length > 1 && ofKnown.length ? ofKnown.map(([each, its]) => lineFor(form, each, its)) : [line];
  });
  const at = lines.findIndex((line) => named(line).join() === code);
  lines.splice(at < 0 ? lines.length : at, 1, lineFor(form, code, way));
  const last = (line) => Number(named(line)[0] === "M" && Boolean(figure("M")?.querySelector(".bars")));
  return lines.filter(Boolean).sort((one, other) => last(one) - last(other)).join("\n");
}

let led = "";

function write(form, code, way, known) {
  const into = written(form);
  into.value = rewritten(form, code, way, known);
  led = code;
  fixed = null;
  changed(into);
}

function lead(form, code, place) {
  const way = ways(form).get(code) ?? [];
  const from = way.at(-1) ?? spot(figure(code) ?? ghost(code));
  const to = snapped(place, from);
  if (said(to) !== said(from)) write(form, code, [...way, to]);
}

function takeBack(form) {
  const into = written(form);
  const lines = linesOf(form);
  const own = lines.findIndex((line) => named(line).includes(chosen));
  const at = own < 0 ? lines.length - 1 : own;
  if (at < 0) return;
  const points = lines[at].split(";");
  lines[at] = points.length > 1 ? points.slice(0, -1).join(";") : "";
  into.value = lines.filter(Boolean).join("\n");
  announce("The last place is taken back.");
  changed(into);
}

// --- choosing ----------------------------------------------------------------------------------------------------------------

function draw(kind, attributes) {
  const one = document.createElementNS(SVG, kind);
  one.setAttribute("class", "stick");
  for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
  table().append(one);
}

// The squad's line: so far east and north for everybody as it is for the leader. A man who has a way of his own leaves it.
function leadSquad(form, place) {
  const from = spot(figure(squad[0]));
  const to = snapped(place, from);
  const by = to.map((each, axis) => Number((each - from[axis]).toFixed(2)));
  const known = ways(form);
  const into = written(form);
  for (const code of squad) into.value = rewritten(form, code, [], known);
  into.value = [into.value, `${squad.join(", ")} by ${said(by)}`].filter(Boolean).join("\n");
  led = squad[0];
  changed(into);
}

function join(code) {
  squad = squad.includes(code) ? squad.filter((each) => each !== code) : [...squad, code];
  announce(squad.length ? `In the squad: ${squad.join(", ")}. Click where ${squad[0]} goes.` : "Nobody is in the squad.");
  mark();
}

function mark() {
  table()?.querySelectorAll(".stick").forEach((each) => each.remove());
  table()?.querySelectorAll("[data-man].chosen").forEach((each) => each.classList.toggle("chosen", Boolean(offer("fire"))));
  if (offer("deploy")) return;
  if (squad && offer("march")) {
    squad = squad.filter((code) => figure(code)?.dataset.able);
    for (const code of squad) figure(code).classList.add("chosen");
    return;
  }
  const one = chosen && offer("march") ? figure(chosen) : null;
  if (!one?.dataset.able) {
    chosen = "";
    return;
  }
  one.classList.add("chosen");
  const [east, north] = spot(one);
  const unit = Number(table().dataset.shambattle);
  for (const long of Object.values(STICK)) draw("circle", { cx: east * unit, cy: (Number(table().dataset.high) / 100 - north) * unit, r: long * unit });
}

function choose(code) {
  chosen = code;
  fixed = null;
  target = null;
  announce(code ? `${code} is chosen. Click where it goes, corner by corner.` : "");
  mark();
}

function aimAt(one) {
  const form = offer("fire");
  const who = field(form, "who");
  const code = one.dataset.man;
  const option = [...who.options].find((each) => each.value === code);
  if (option && !option.disabled) {
    who.value = code;
    return changed(who);
  }
  const at = field(form, "at");
  const target = [...at.options].find((each) => each.value.endsWith(`-${code}`));
  if (!target) return announce(`${who.value} cannot hit ${code}.`);
  at.value = target.value;
  return changed(at);
}

function click(event) {
  const one = event.target.closest("[data-man], [data-ghost]");
  const code = one?.dataset.man ?? one?.dataset.ghost;
  if (offer("fire")) {
    const into = field(offer("fire"), "aim");
    if (one?.dataset.man) aimAt(one);
    else if (into) {
      into.value = said(placeAt(event));
      field(offer("fire"), "at").value = "aim";
      changed(into);
    }
  } else if (offer("march") && squad) {
    if (one?.dataset.able) join(code);
    else if (squad.length) leadSquad(offer("march"), pointed(event));
  } else if (offer("march")) {
    if (code && (one.dataset.able || one.dataset.ghost)) choose(code === chosen ? "" : code);
    else if (chosen) lead(offer("march"), chosen, pointed(event));
  } else if (offer("deploy")) {
    if (code) choose(code);
    else if (chosen) lead(offer("deploy"), chosen, pointed(event));
  }
}

// --- dragging: the ghost is where the server's preview puts it ------------------------------------------------------------------

let asking = null;
let wanted = null;

async function ask(lines) {
  wanted = lines;
  if (asking) return;
  while (wanted !== null && planning()) {
    const [form, now] = [planning(), wanted];
    const sent = new FormData(form);
    sent.set(written(form).name, now);
    wanted = null;
    const headers = { "HX-Request": "true", "HX-Target": "play" };
    asking = fetch(form.querySelector("[data-preview]").formAction, { method: "POST", body: sent, headers });
    try {
      const page = new DOMParser().parseFromString(await (await asking).text(), "text/html");
      const plan = page.querySelector("[data-plan]");
      if (plan && dragging) {
        table()?.querySelector("[data-plan]")?.replaceWith(document.importNode(plan, true));
        drawn = now;
      }
    } catch {
      // what was asked last is asked again when the figure is let go
    }
    asking = null;
  }
}

let dragging = null;
let dropped = false;

document.addEventListener("pointerdown", (press) => {
  const one = press.target.closest?.("[data-shambattle] [data-able], [data-shambattle] [data-ghost]");
  const form = planning();
  if (!one || !form || dragging || press.button !== 0) return;
  press.stopPropagation();
  const code = one.dataset.man ?? one.dataset.ghost;
  const known = ways(form);
  const before = one.dataset.ghost ? known.get(code) ?? [] : [];
  const from = before.at(-1) ?? spot(one);
  const drag = { way: before };
  const move = (now) => {
    if (!dragging && Math.hypot(now.clientX - press.clientX, now.clientY - press.clientY) <= STILL) return;
    if (!planning()) return;
    dragging = drag;
    now.preventDefault();
    const [was, is] = [pointed(press), pointed(now)];
    const to = snapped(from.map((each, axis) => each + is[axis] - was[axis]), from);
    drag.way = said(to) === said(from) ? before : [...before, to];
    ask(rewritten(planning(), code, drag.way, known));
  };
  // A drag that is broken off, by a second finger for one, leaves the plan as it was.
  const stop = ({ type }) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    if (dragging !== drag) return;
    [dragging, dropped, wanted] = [null, true, null];
    chosen = code;
    if (planning()) write(planning(), code, type === "pointercancel" ? before : drag.way, known);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}, true);

// A preview that arrives now would take the board from under the hand; when the figure is let go, another is asked for.
const isPreview = (event) => Boolean(event.detail.requestConfig?.elt?.matches?.("[data-preview]"));
document.addEventListener("htmx:beforeSwap", (event) => {
  if (dragging && isPreview(event)) event.detail.shouldSwap = false;
});

let pressed = [0, 0];
document.addEventListener("pointerdown", (event) => { [pressed, dropped] = [[event.clientX, event.clientY], false]; }, true);
// The click that ends a drag is none; the next drag may begin at once.
document.addEventListener("click", (event) => {
  if (dragging || dropped || !event.target.closest?.("[data-shambattle]")) return;
  if (Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) <= STILL) click(event);
});

// --- by keys, while the board has the focus: n and p choose, arrows lead, Enter sets a corner ---------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
let fixed = null;
let target = null;

function next(by) {
  const all = [...table().querySelectorAll("[data-man][data-able]")].map((each) => each.dataset.man);
  const at = all.indexOf(chosen);
  choose(all.at(at < 0 ? 0 : (at + by) % all.length) ?? "");
  figure(chosen)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// The arrows move the last corner; those that are fixed stay as they are.
function steer(form, [right, up]) {
  const way = ways(form).get(chosen) ?? [];
  const before = way.slice(0, fixed ?? -1);
  const [east, north] = target ?? way.at(-1) ?? spot(figure(chosen));
  target = inside([east + right, north + up]);
  announce(`${chosen} towards ${said(target)}`);
  write(form, chosen, [...before, target]);
  fixed = before.length;
}

document.addEventListener("keydown", (event) => {
  const form = offer("march");
  if (!form || !event.target.matches?.("[data-window]") || event.target !== board()) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") next(1);
  else if (event.key === "p") next(-1);
  else if (chosen && event.key in ARROWS) {
    event.preventDefault();
    steer(form, ARROWS[event.key].map((each) => each * (event.shiftKey ? 0.1 : 0.5)));
  } else if (chosen && event.key === "Enter") {
    event.preventDefault();
    fixed = ways(form).get(chosen)?.length ?? 0;
    announce(`A corner for ${chosen}. The arrows lead on from here.`);
  }
});

// --- what is written and has not marched would be lost with the step ------------------------------------------------------------

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("#menus button[value='done']");
  const form = offer("march");
  if (!button || !form || button.dataset.sure || !linesOf(form).length) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!await confirmed("What you have written has not marched yet. End the movement without it?", "End the movement")) return;
  button.dataset.sure = "1";
  button.click();
}, true);

// --- around it ---------------------------------------------------------------------------------------------------------------

function offerTakeBack() {
  const form = planning();
  const actions = form?.querySelector(".actions");
  if (!actions || actions.querySelector("[data-take-back]")) return;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button quiet", textContent: "Take back the last place" });
  button.dataset.takeBack = "";
  button.id = "take-back";
  button.addEventListener("click", () => takeBack(form));
  actions.append(button);
  if (form.dataset.offer !== "march") return;
  const together = Object.assign(document.createElement("button"), { type: "button", className: "button quiet", textContent: "Move a squad", id: "squad" });
  together.setAttribute("aria-pressed", String(Boolean(squad)));
  together.addEventListener("click", () => {
    squad = squad ? null : [];
    chosen = "";
    together.setAttribute("aria-pressed", String(Boolean(squad)));
    announce(squad ? "Click everybody who goes with the squad, then where the first one goes." : "Men go one by one again.");
    mark();
  });
  actions.append(together);
  const words = "With the board in focus: n and p choose a figure, arrows lead it by half an inch, with Shift by a tenth, Enter sets a corner.";
  actions.after(Object.assign(document.createElement("p"), { className: "quiet small", textContent: words }));
}

// On a screen where figures would be too small for a finger the board begins enlarged; beside the choices it begins whole.
function comeNear() {
  const larger = document.querySelector("[data-zoom-by='1.4']");
  const one = ["[data-man].chosen", "[data-able]", "[data-ghost]", "[data-man]"].map((kind) => table()?.querySelector(kind)).find(Boolean);
  if (!larger || !one || innerWidth >= BESIDE) return;
  const wide = () => one.querySelector(".footprint").getBoundingClientRect().width;
  for (let times = 0; times < LARGER && wide() < WIDE_ENOUGH; times += 1) larger.click();
  const [mine, around] = [one.getBoundingClientRect(), board().getBoundingClientRect()];
  board().scrollBy(mine.x + mine.width / 2 - around.x - around.width / 2, mine.y + mine.height / 2 - around.y - around.height / 2);
}

// Whoever leads a figure without looking hears where its ghost stands, or why there is none.
function tell(code) {
  const one = ghost(code);
  announce(one?.querySelector("title").textContent ?? planning()?.querySelector(".choice-note")?.textContent ?? "");
  if (document.activeElement === board()) one?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.elt !== document.getElementById("play")) return;
  mark();
  offerTakeBack();
  drawn = null;
  target = null;
  if (!isPreview(event)) fixed = null;
  else if (led) tell(led);
  led = "";
});
mark();
offerTakeBack();
comeNear();
