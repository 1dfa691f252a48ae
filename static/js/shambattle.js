// The battle's board: figures are dragged or led by clicks, and the ghost goes as far as the server's own measure lets it.
// Whatever is done here is written into the form, line by line. Without this file the lines are typed.
import { announce } from "./announce.js";
import { ask as confirmed } from "./confirm.js";

const STILL = 6;
const NARROW = 640;
const LARGER = 4;
const STICK = { part: 4, full: 6 };
const SVG = "http://www.w3.org/2000/svg";

const table = () => document.querySelector("#play [data-shambattle]");
const offer = (name) => document.querySelector(`form[data-offer="${name}"]`);
const field = (form, name) => form.elements[`${form.dataset.offer}.${name}`];
const changed = (one) => one.dispatchEvent(new Event("change", { bubbles: true }));

let chosen = "";

// --- places ----------------------------------------------------------------------------------------------------------------

function placeAt(event) {
  const map = table();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  const unit = Number(map.dataset.shambattle);
  const bound = (value, most) => Math.min(Math.max(value, 0), Math.min(most, 99.99));
  const high = Number(map.dataset.high) / 100;
  return [bound(x / unit, 99.99), bound(high - y / unit, high)].map((each) => Number(each.toFixed(2)));
}

const said = ([east, north]) => `${east}, ${north}`;
const figure = (code) => table()?.querySelector(`[data-man="${code}"]`);

// --- the lines of the form ---------------------------------------------------------------------------------------------------

const linesOf = (form, name) => field(form, name).value.split("\n").filter((line) => line.trim());
const startsWith = (code) => (line) => line.trim().toUpperCase().split(/\s/u)[0] === code;

function rewritten(form, code, write) {
  const name = form.dataset.offer === "march" ? "ways" : "places";
  const lines = linesOf(form, name);
  const at = lines.findIndex(startsWith(code));
  const next = write(at < 0 ? "" : lines[at]);
  if (at < 0) lines.push(next);
  else lines[at] = next;
  return lines.filter(Boolean).join("\n");
}

const fresh = (code, place) => () => `${code} towards ${said(place)}`;
const further = (code, place) => (line) => (/\s(?:to|towards)\s/iu.test(line) ? `${line}; ${said(place)}` : `${code} towards ${said(place)}`);
const placed = (code, place) => () => `${code} at ${said(place)}`;

function write(form, code, how) {
  const into = field(form, form.dataset.offer === "march" ? "ways" : "places");
  into.value = rewritten(form, code, how);
  changed(into);
}

function takeBack(form) {
  const into = field(form, form.dataset.offer === "march" ? "ways" : "places");
  const lines = into.value.split("\n").filter((line) => line.trim());
  const own = lines.findIndex(startsWith(chosen));
  const at = chosen && own >= 0 ? own : lines.length - 1;
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

function mark() {
  table()?.querySelectorAll(".stick").forEach((each) => each.remove());
  table()?.querySelectorAll("[data-man].chosen").forEach((each) => each.classList.toggle("chosen", Boolean(offer("fire"))));
  if (offer("deploy")) return;
  const one = chosen && offer("march") ? figure(chosen) : null;
  if (!one?.dataset.able) {
    chosen = "";
    return;
  }
  one.classList.add("chosen");
  const [east, north] = one.dataset.spot.split(", ").map(Number);
  const unit = Number(table().dataset.shambattle);
  for (const long of Object.values(STICK)) draw("circle", { cx: east * unit, cy: (Number(table().dataset.high) / 100 - north) * unit, r: long * unit });
}

function choose(code) {
  chosen = code;
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
  } else if (offer("march")) {
    if (code && (one.dataset.able || one.dataset.ghost)) choose(code === chosen ? "" : code);
    else if (chosen) write(offer("march"), chosen, further(chosen, placeAt(event)));
  } else if (offer("deploy")) {
    if (code) choose(code);
    else if (chosen) write(offer("deploy"), chosen, placed(chosen, placeAt(event)));
  }
}

// --- dragging: the ghost is where the server's preview puts it ------------------------------------------------------------------

let asking = null;
let wanted = null;

async function ask(form, lines) {
  wanted = lines;
  if (asking) return;
  while (wanted !== null) {
    const sent = new FormData(form);
    sent.set(`${form.dataset.offer}.${form.dataset.offer === "march" ? "ways" : "places"}`, wanted);
    wanted = null;
    const headers = { "HX-Request": "true", "HX-Target": "play" };
    asking = fetch(form.querySelector("[data-preview]").formAction, { method: "POST", body: sent, headers });
    try {
      const page = new DOMParser().parseFromString(await (await asking).text(), "text/html");
      const plan = page.querySelector("[data-plan]");
      if (plan && dragging) table()?.querySelector("[data-plan]")?.replaceWith(document.importNode(plan, true));
    } catch {
      // what was asked last is asked again when the figure is let go
    }
    asking = null;
  }
}

let dragging = null;

document.addEventListener("pointerdown", (press) => {
  const one = press.target.closest?.("[data-shambattle] [data-able], [data-shambattle] [data-ghost]");
  const form = offer("march") ?? offer("deploy");
  if (!one || !form || press.button !== 0) return;
  press.stopPropagation();
  const code = one.dataset.man ?? one.dataset.ghost;
  const how = form.dataset.offer === "deploy" ? placed : one.dataset.ghost ? further : fresh;
  const drag = { code, form, write: null };
  const move = (now) => {
    if (!dragging && Math.hypot(now.clientX - press.clientX, now.clientY - press.clientY) <= STILL) return;
    dragging = drag;
    now.preventDefault();
    drag.write = how(code, placeAt(now));
    ask(form, rewritten(form, code, drag.write));
  };
  const stop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    if (!dragging) return;
    setTimeout(() => { dragging = null; });
    wanted = null;
    chosen = code;
    write(form, code, drag.write);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}, true);

let pressed = [0, 0];
document.addEventListener("pointerdown", (event) => { pressed = [event.clientX, event.clientY]; }, true);
document.addEventListener("click", (event) => {
  if (dragging || !event.target.closest?.("[data-shambattle]")) return;
  if (Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) <= STILL) click(event);
});

// --- by keys, while the board has the focus: n and p choose, arrows lead, Enter sets a corner ---------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
let target = null;
let keyed = false;

const standing = (code) => (table().querySelector(`[data-ghost="${code}"]`) ?? figure(code)).dataset.spot.split(", ").map(Number);

const steered = (code, place) => (line) => {
  const corners = line.split(";").slice(0, -1);
  return corners.length ? [...corners, ` ${said(place)}`].join(";") : `${code} towards ${said(place)}`;
};

function next(by) {
  const all = [...table().querySelectorAll("[data-man][data-able]")].map((each) => each.dataset.man);
  const at = all.indexOf(chosen);
  target = null;
  choose(all.at(at < 0 ? 0 : (at + by) % all.length) ?? "");
}

document.addEventListener("keydown", (event) => {
  const form = offer("march");
  if (!form || !event.target.matches?.("[data-window]") || !event.target.contains(table())) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") next(1);
  else if (event.key === "p") next(-1);
  else if (chosen && (event.key in ARROWS || event.key === "Enter")) {
    event.preventDefault();
    const by = event.shiftKey ? 0.1 : 0.5;
    const [right, up] = ARROWS[event.key] ?? [0, 0];
    const [east, north] = target ?? standing(chosen);
    target = [east + right * by, north + up * by].map((each) => Number(Math.min(Math.max(each, 0), 99.99).toFixed(2)));
    keyed = true;
    announce(`${chosen} towards ${said(target)}`);
    write(form, chosen, event.key === "Enter" ? further(chosen, target) : steered(chosen, target));
  }
});

// --- what is written and has not marched would be lost with the step ------------------------------------------------------------

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("#menus button[value='done']");
  const form = offer("march");
  if (!button || !form || button.dataset.sure || !linesOf(form, "ways").length) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!await confirmed("What you have written has not marched yet. End the movement without it?", "End the movement")) return;
  button.dataset.sure = "1";
  button.click();
}, true);

// --- around it ---------------------------------------------------------------------------------------------------------------

function offerTakeBack() {
  const form = offer("march") ?? offer("deploy");
  const actions = form?.querySelector(".actions");
  if (!actions || actions.querySelector("[data-take-back]")) return;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button quiet", textContent: "Take back the last place" });
  button.dataset.takeBack = "";
  button.id = "take-back";
  button.addEventListener("click", () => takeBack(form));
  actions.append(button);
  if (form.dataset.offer !== "march") return;
  const words = "With the board in focus: n and p choose a figure, arrows lead it by half an inch, with Shift by a tenth, Enter sets a corner.";
  actions.after(Object.assign(document.createElement("p"), { className: "quiet small", textContent: words }));
}

function comeNear() {
  const board = table()?.closest("[data-window]");
  const larger = document.querySelector("[data-zoom-by='1.4']");
  const one = ["[data-man].chosen", "[data-able]", "[data-ghost]", "[data-man]"].map((kind) => table()?.querySelector(kind)).find(Boolean);
  if (!board || !larger || innerWidth >= NARROW) return;
  for (let times = 0; times < LARGER; times += 1) larger.click();
  if (!one) return;
  const [mine, around] = [one.getBoundingClientRect(), board.getBoundingClientRect()];
  board.scrollBy(mine.x + mine.width / 2 - around.x - around.width / 2, mine.y + mine.height / 2 - around.y - around.height / 2);
}

document.addEventListener("htmx:afterSettle", () => {
  mark();
  offerTakeBack();
  target = null;
  if (keyed) table()?.closest("[data-window]")?.focus({ preventScroll: true });
  keyed = false;
});
mark();
offerTakeBack();
comeNear();
