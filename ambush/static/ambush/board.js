// The ambush's board. Clicking a square adds the steps to it to the plan, or fills in a square field.
// On a phone, the map is first enlarged around the player's counter. Without this file, players type or select squares.
import { announce } from "../js/announce.js";
import "../js/board.js";

const SIDE = 48;
const SOLID = "#Vpt";
const CORNERS = "#V";
const WAYS = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0], ne: [1, -1], se: [1, 1], sw: [-1, 1], nw: [-1, -1] };
const STILL = 6;
const NARROW = 640;
const LARGER = 3;

const column = (x) => (x < 26 ? "" : "A") + String.fromCharCode(65 + (x % 26));
const name = (square) => `${column(square % SIDE)}${Math.floor(square / SIDE) + 1}`;

// --- walking -------------------------------------------------------------------------------------------------------------

function step(letters, from, [dx, dy]) {
  const [x, y] = [(from % SIDE) + dx, Math.floor(from / SIDE) + dy];
  if (x < 0 || y < 0 || x >= SIDE || y >= SIDE) return -1;
  const there = y * SIDE + x;
  const corner = dx && dy && (CORNERS.includes(letters[from + dx]) || CORNERS.includes(letters[from + dy * SIDE]));
  return SOLID.includes(letters[there]) || corner ? -1 : there;
}

function route(letters, from, to) {
  const came = new Map([[from, null]]);
  const front = [from];
  while (front.length && !came.has(to)) {
    const here = front.shift();
    for (const [way, by] of Object.entries(WAYS)) {
      const there = step(letters, here, by);
      if (there >= 0 && !came.has(there)) {
        came.set(there, [here, way]);
        front.push(there);
      }
    }
  }
  const ways = [];
  for (let back = came.get(to); back; back = came.get(back[0])) ways.unshift(back[1]);
  return ways;
}

// --- filling in ------------------------------------------------------------------------------------------------------------

const field = (form, ending) => form.elements[`${form.dataset.offer}.${ending}`];
const changed = (one) => one.dispatchEvent(new Event("change", { bubbles: true }));

function planned(form) {
  const phases = [];
  for (let phase = 1; phase <= 5; phase += 1) {
    const first = field(form, `step${phase}`);
    if (first) phases.push([first, field(form, `run${phase}`)].filter(Boolean));
  }
  return phases;
}

// The cost of a step. Every second diagonal step costs two squares.
const cost = (way, slants) => (way.length > 1 && slants % 2 ? 2 : 1);

// The first of these steps that cost at most this many squares.
function within(ways, squares, slants) {
  let [spent, slanted] = [0, slants];
  const far = ways.findIndex((way) => {
    if (!(way in WAYS)) return false;
    spent += cost(way, slanted);
    slanted += way.length - 1;
    return spent > squares;
  });
  return far < 0 ? ways : ways.slice(0, far);
}

function clear(phases) {
  for (const fields of phases) for (const each of fields) each.value = "stay";
}

function lead(form, map, square) {
  const { letters, posture } = map.dataset;
  const phases = planned(form);
  if (!phases.length) return;
  if (SOLID.includes(letters[square])) {
    announce(`No one can stand at ${name(square)}.`);
    return;
  }
  let at = Number(map.dataset.here);
  let low = posture === "crouching";
  let used = 0;
  let squares = Number(map.dataset.left);
  let slants = Number(map.dataset.slants);
  if (square === at) clear(phases);
  for (const [number, fields] of phases.entries()) {
    for (const { value } of fields) {
      if (value === "stay") continue;
      used = number + 1;
      if (value in WAYS) {
        const there = step(letters, at, WAYS[value]);
        if (there >= 0) at = there;
        squares -= cost(value, slants);
        slants += value.length - 1;
      } else {
        low = value === "crouch";
      }
    }
    if (at === square && used) {
      clear(phases.slice(number + 1));
      break;
    }
  }
  const ways = route(letters, at, square);
  if (ways.length && low) ways.unshift("stand");
  const taken = within(ways, squares, slants).slice(0, phases.length - used);
  phases.slice(used).forEach(([first], number) => { first.value = taken[number] ?? "stay"; });
  const short = ways.length > taken.length ? " It is too far for this turn." : "";
  announce(ways.length || used ? `The plan leads towards ${name(square)}.${short}` : "The plan is to stand still.");
  changed(phases[0][0]);
}

let asked = null;
let written = null;

document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("form[data-offer] input[type=text]")) asked = event.target;
  else if (event.target.matches?.("form[data-offer] *")) asked = null;
});

function write(form, square) {
  const typed = [...form.querySelectorAll("input[type=text]")];
  const next = typed.find((each) => !each.value) ?? typed.find((each) => each.name !== written) ?? typed[0];
  const into = asked?.isConnected && asked.form === form ? asked : next;
  into.value = name(square);
  written = into.name;
  asked = null;
  announce(`${name(square)} is filled in.`);
  changed(into);
}

// --- clicking ---------------------------------------------------------------------------------------------------------------

let pressed = [0, 0];

document.addEventListener("pointerdown", (event) => { pressed = [event.clientX, event.clientY]; }, true);

document.addEventListener("click", (event) => {
  const map = event.target.closest?.("[data-ambush]");
  if (!map || Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > STILL) return;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  const unit = Number(map.dataset.ambush);
  const [across, down] = [Math.floor(x / unit), Math.floor(y / unit)];
  if (across < 0 || down < 0 || across >= SIDE || down >= SIDE) return;
  const square = down * SIDE + across;
  const placing = document.querySelector('form[data-offer="place"]');
  const planning = document.querySelector('form[data-offer="plan"]');
  if (placing) write(placing, square);
  else if (planning) asked?.isConnected && asked.form === planning ? write(planning, square) : lead(planning, map, square);
});

// --- on a phone ----------------------------------------------------------------------------------------------------------------

function comeNear() {
  const me = document.querySelector(".ambush .me");
  const board = me?.closest("[data-window]");
  const larger = document.querySelector("[data-zoom-by='1.4']");
  if (!board || !larger || innerWidth >= NARROW) return;
  for (let times = 0; times < LARGER; times += 1) larger.click();
  const [mine, around] = [me.getBoundingClientRect(), board.getBoundingClientRect()];
  board.scrollBy(mine.x + mine.width / 2 - around.x - around.width / 2, mine.y + mine.height / 2 - around.y - around.height / 2);
}

comeNear();
