// A car's sheet at the table (C41): ticks at once, keeps what is not sent in the browser, and sends it when there is a network. The sheet
// is a set of marks with ids of their own; folding them gives the same in any order (campaign/duels/rules/live_sheet.py). Without this file
// every tick is a button's form.
import { announce } from "./announce.js";

const EVERY = 4000;
const MOST = 200;

const root = document.getElementById("sheet");
const data = JSON.parse(document.getElementById("sheet-data").textContent);
const ahead = data.now - Date.now();
const shelf = `dead-drop:sheet:${data.entry}`;
const token = root.querySelector("[name=csrfmiddlewaretoken]").value;
const known = new Map(data.marks.map((mark) => [mark.id, mark]));
let loose = [];
let refused = "";
let sending = false;
let again = false;

// --- what is not sent yet --------------------------------------------------------------------------

function unsent() {
  try {
    return JSON.parse(localStorage.getItem(shelf) ?? "[]");
  } catch {
    return loose;
  }
}

function keep(marks) {
  loose = marks;
  try {
    if (marks.length) localStorage.setItem(shelf, JSON.stringify(marks));
    else localStorage.removeItem(shelf);
  } catch {
    // no storage here: they are kept for as long as the page is open
  }
}

// --- the sheet ---------------------------------------------------------------------------------------

const byClock = (one, other) => one.clock - other.clock || (one.id < other.id ? -1 : Number(one.id > other.id));

const pointsOf = (tick) => Number(tick.value || 1);

function folded() {
  const every = new Map(known);
  for (const mark of unsent()) every.set(mark.id, mark);
  const undone = new Set([...every.values()].filter((one) => one.kind === "undo").map((one) => one.what));
  const standing = [...every.values()].filter((one) => one.kind !== "undo" && !undone.has(one.id)).sort(byClock);
  const lost = {};
  const registers = { ...data.start };
  for (const one of standing) {
    if (one.kind === "tick") lost[one.what] = Math.min((lost[one.what] ?? 0) + pointsOf(one), data.left[one.what] ?? 0);
    else registers[one.what] = one.value;
  }
  const clock = Math.max(0, ...[...every.values()].map((one) => one.clock));
  return { standing, lost, registers, clock };
}

function told(mark) {
  const name = data.words[mark.what] ?? mark.what;
  if (mark.kind === "tick") return `${name} −${pointsOf(mark)}`;
  return `${name}: ${data.words[`=${mark.value}`] ?? (mark.value || "nobody")}`;
}

function show() {
  const { standing, lost, registers } = folded();
  for (const box of root.querySelectorAll("[data-part]")) {
    const now = data.left[box.dataset.part] - (lost[box.dataset.part] ?? 0);
    box.querySelector("[data-left]").textContent = now;
    box.disabled = !now;
    box.classList.toggle("gone", !now);
  }
  for (const each of root.querySelectorAll("[data-register]")) each.textContent = registers[each.dataset.register];
  for (const each of root.querySelectorAll("[data-step]")) {
    const [what, by] = each.dataset.step.split(" ");
    const [least, most] = data.limits[what];
    each.value = `set|${what}|${Math.min(most, Math.max(least, Number(registers[what]) + Number(by)))}`;
  }
  for (const each of root.querySelectorAll("[data-says]")) {
    each.setAttribute("aria-pressed", String(each.value === `set|fate|${registers.fate ?? "driving"}`));
  }
  const fire = root.querySelector("[data-fire]");
  fire.setAttribute("aria-pressed", String(registers.fire === "yes"));
  fire.value = `set|fire|${registers.fire === "yes" ? "no" : "yes"}`;
  for (const each of root.querySelectorAll("[data-value]")) {
    if (document.activeElement !== each && !each.dataset.touched) each.value = registers[each.dataset.value] ?? "";
  }
  const newest = standing.slice(-20).reverse();
  const undo = root.querySelector("[data-undo-last]");
  undo.disabled = !newest.length;
  undo.value = newest.length ? `undo|${newest[0].id}|` : "";
  root.querySelector("[data-last]").textContent = newest.length ? told(newest[0]) : "nothing";
  list(newest);
  const waiting = unsent().length;
  const counted = `${waiting} ${waiting === 1 ? "change" : "changes"}`;
  const status = document.getElementById("unsent");
  const words = waiting ? `${counted} not sent yet${refused ? `: ${refused}` : ""}` : refused || "All sent";
  if (status.textContent !== words) status.textContent = words;
}

function list(newest) {
  const place = root.querySelector("[data-marks]");
  const ids = newest.map((one) => one.id).join();
  if (place.dataset.ids === ids) return;
  place.dataset.ids = ids;
  place.replaceChildren(...newest.map((mark) => {
    const line = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { name: "mark", value: `undo|${mark.id}|`, className: "button quiet" });
    button.textContent = `Undo: ${told(mark)}`;
    line.append(button);
    return line;
  }));
}

// --- ticking -----------------------------------------------------------------------------------------

// The site without TLS, as on a laptop at the table, has no crypto.randomUUID.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

// The points of a hit are chosen before its side. The next tap is one point again.
function takePoints(form) {
  const { points } = form.elements;
  const chosen = points.value;
  points.value = "1";
  return chosen === "1" ? "" : chosen;
}

root.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.name !== "mark") return;
  event.preventDefault();
  const [kind, what, value] = button.value.split("|");
  if (!what) return;
  const choice = event.target.elements.value;
  const chosen = value || (kind === "tick" ? takePoints(event.target) : choice?.value ?? "");
  if (choice) delete choice.dataset.touched;
  const clock = Math.max(Date.now() + ahead, folded().clock + 1);
  const mark = { id: newId(), clock, kind, what, value: chosen };
  keep([...unsent(), mark]);
  show();
  announce(kind === "undo" ? "Undone." : told(mark));
  send();
});

// What somebody has chosen and not marked yet stays chosen while other marks come in.
root.addEventListener("change", (event) => {
  if (event.target.dataset.value) event.target.dataset.touched = "1";
});

// --- the network -------------------------------------------------------------------------------------

async function asked(marks) {
  if (!marks.length) {
    const answer = await fetch(data.all, { headers: { Accept: "application/json" } });
    return [answer, answer.ok ? (await answer.json()).sheets.find((one) => one.entry === data.entry) : null];
  }
  const answer = await fetch(data.url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token },
    body: JSON.stringify({ marks }),
    keepalive: true,
  });
  return [answer, answer.ok ? await answer.json() : null];
}

async function send() {
  if (sending) {
    again = true;
    return;
  }
  sending = true;
  again = false;
  try {
    const marks = unsent().slice(0, MOST);
    const [answer, sheet] = await asked(marks);
    if (sheet) {
      refused = "";
      known.clear();
      for (const mark of sheet.marks) known.set(mark.id, mark);
      keep(unsent().filter((one) => !known.has(one.id)));
      again = again || unsent().length > 0;
    } else if (marks.length) {
      refused = await why(answer);
    }
  } catch {
    // no network: they wait, and are sent when it is back
  } finally {
    sending = false;
  }
  show();
  if (again && navigator.onLine && !refused) send();
}

async function why(answer) {
  if ([401, 403].includes(answer.status)) return "sign in again on another page. They are saved here";
  if (answer.status >= 500 || answer.status === 429) return "";
  try {
    return (await answer.json()).errors?.[0]?.detail ?? "";
  } catch {
    return "";
  }
}

addEventListener("online", send);
addEventListener("storage", show);
document.addEventListener("visibilitychange", () => document.hidden || send());
setInterval(() => document.hidden || send(), EVERY);
show();
send();
