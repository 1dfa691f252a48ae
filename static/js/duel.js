// The autoduel's arena: a press steers to a point or aims at a car, a ghost can be dragged to a point, and buttons beside the speed
// change it by a step. The server chooses the manoeuvres. Without this file, players plan in the form.
import "./board.js";

// distance in pixels from which a press is a drag
const DRAG_DISTANCE = 6;
const TARGET_FIELD = ".target";

let start = [0, 0];
let held = null;
let transformBefore = "";

const form = () => document.querySelector('form[data-offer="plan"]');
const arena = (target) => target.closest?.("#play .board-window:not(.replaying) > svg.duel");
const content = () => document.querySelector("#play .board-window > svg.duel > [data-duel]");
const isDrag = ({ clientX, clientY }) => Math.hypot(clientX - start[0], clientY - start[1]) > DRAG_DISTANCE;

function steer({ clientX, clientY }, ghost = "") {
  const button = form().querySelector("[data-steers]");
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(content().getScreenCTM().inverse());
  // keep the plan when the page updates itself, as if it was typed
  form().dataset.touched = "1";
  button.value = `steer:${Math.round(x)},${Math.round(y)}:${ghost}`;
  button.click();
}

function aim(car) {
  const fields = [...form().querySelectorAll(`select[name*="${TARGET_FIELD}"]`)].filter((each) => each.querySelector(`option[value="${car}"]`));
  for (const each of fields) each.value = car;
  fields.at(-1)?.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("pointerdown", (press) => {
  start = [press.clientX, press.clientY];
  held = form() && arena(press.target) && press.target.closest("[data-ghost], .car.mine");
  if (!held) return;
  press.stopPropagation();
  transformBefore = held.getAttribute("transform") ?? "";
}, true);

addEventListener("pointermove", (move) => {
  if (!held?.dataset.ghost || !isDrag(move)) return;
  const { a } = content().getScreenCTM();
  held.setAttribute("transform", `translate(${(move.clientX - start[0]) / a} ${(move.clientY - start[1]) / a}) ${transformBefore}`);
});

addEventListener("pointerup", (end) => {
  if (held?.isConnected && form() && isDrag(end)) steer(end, held.dataset.ghost);
  held = null;
});

addEventListener("pointercancel", () => {
  held?.setAttribute("transform", transformBefore);
  held = null;
});

document.addEventListener("click", (event) => {
  if (!arena(event.target) || !form() || isDrag(event)) return;
  const car = event.target.closest("[data-car]");
  if (car?.matches(".other")) aim(car.dataset.car);
  else if (!car) steer(event);
});

function step(select, by) {
  const to = select.selectedIndex - by;
  if (to < 0 || to >= select.options.length) return;
  select.selectedIndex = to;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

// The form is replaced after each change, so the buttons are added again.
function offerSteps() {
  for (const select of document.querySelectorAll('form[data-offer="plan"] select[name*=".speed"]:not([data-stepped])')) {
    select.dataset.stepped = "1";
    for (const [by, sign, words, key] of [[-1, "−", "Slower", "ArrowDown"], [1, "+", "Faster", "ArrowUp"]]) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "button quiet step", textContent: sign, title: words });
      button.setAttribute("aria-label", words);
      if (select.dataset.key) button.dataset.key = key;
      button.addEventListener("click", () => step(select, by));
      if (by < 0) select.before(button);
      else select.after(button);
    }
  }
}

// --- sound -----------------------------------------------------------------------------------------------------------------

// Each shot, crash and skid of the replay plays a short sound when its animation starts, if sound is turned on in the menu.
const STORAGE_KEY = "duel-sound";
const SOUNDS = {
  tracer: { seconds: 0.16, from: 1800, to: 300, volume: 0.25 },
  burst: { seconds: 0.5, from: 500, to: 60, volume: 0.4 },
  skid: { seconds: 0.4, from: 2600, to: 1900, volume: 0.06 },
};
// The crowd answers each hit and crash, and wrecks and explosions for longer.
const CROWD = { seconds: 1.2, from: 900, to: 500, volume: 0.05 };
const ROAR = { seconds: 2.5, from: 1100, to: 400, volume: 0.12 };
const LARGE_BURST = 10;
const LASER = { seconds: 0.25, from: 1500, to: 400, volume: 0.08 };
let audio = null;

function isOn() {
  try {
    return localStorage.getItem(STORAGE_KEY) === "1";
  } catch {
    return false;
  }
}

function noise(seconds) {
  const buffer = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let each = 0; each < samples.length; each += 1) samples[each] = Math.random() * 2 - 1;
  return Object.assign(audio.createBufferSource(), { buffer });
}

function play({ seconds, from, to, volume }, tone = false) {
  audio ??= new AudioContext();
  const source = tone ? Object.assign(audio.createOscillator(), { type: "sawtooth" }) : noise(seconds);
  const filter = Object.assign(audio.createBiquadFilter(), { type: "lowpass" });
  const gain = audio.createGain();
  const now = audio.currentTime;
  for (const pitch of [filter.frequency, ...(tone ? [source.frequency] : [])]) {
    pitch.setValueAtTime(from, now);
    pitch.exponentialRampToValueAtTime(to, now + seconds);
  }
  gain.gain.setValueAtTime(volume, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
  source.stop(now + seconds);
}

document.addEventListener("animationstart", ({ animationName, target }) => {
  if (!SOUNDS[animationName] || !isOn()) return;
  if (target.matches(".laser")) play(LASER, true);
  else play(SOUNDS[animationName]);
  if (animationName === "burst") play(target.getAttribute("r") > LARGE_BURST ? ROAR : CROWD);
});

function offerSound() {
  for (const place of document.querySelectorAll("[data-sound-choice][hidden]")) {
    const box = place.querySelector("input");
    place.hidden = !globalThis.AudioContext;
    box.checked = isOn();
    box.addEventListener("change", () => {
      localStorage.setItem(STORAGE_KEY, box.checked ? "1" : "");
      if (box.checked) play(SOUNDS.tracer);
    });
  }
}

function offer() {
  offerSteps();
  offerSound();
}

document.addEventListener("htmx:afterSettle", offer);
offer();
