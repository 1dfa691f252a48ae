// The dice of what was just heard fall onto the picture, and one's own spy can be dragged. The log and the buttons do the same without this file.
import "../js/board.js";
import { announce } from "../js/announce.js";

const FACES = /([⚀-⚅]) \d/g;
const STAY = 6000;

const lines = () => [...document.querySelectorAll("#play .log > li")];

let known = lines().length;

function fallen() {
  const all = lines();
  const fresh = all.slice(0, Math.max(0, all.length - known));
  known = all.length;
  return fresh.reverse().flatMap((line) => [...line.textContent.matchAll(FACES)].map((found) => found[1]));
}

function roll() {
  const picture = document.querySelector("[data-board]");
  const faces = fallen();
  if (!picture || !faces.length) return;
  const tray = document.createElement("div");
  tray.className = "lunacy-dice";
  tray.setAttribute("aria-hidden", "true");
  tray.append(...faces.map((face) => Object.assign(document.createElement("span"), { textContent: face })));
  picture.append(tray);
  setTimeout(() => tray.remove(), STAY);
}

document.addEventListener("htmx:afterSettle", roll);

// --- one's own spy can be dragged to where it may go --------------------------------------------------------------------------

const AT_REST = 6;

const wayAt = ({ clientX, clientY }) =>
  document.elementsFromPoint(clientX, clientY).map((one) => one.closest?.("#play a[data-presses]")).find(Boolean);

document.addEventListener("pointerdown", (press) => {
  const spy = press.target.closest?.("#play .agent.mine");
  if (!spy || press.button !== 0) return;
  press.stopPropagation();
  const scale = spy.ownerSVGElement.getScreenCTM().a;
  let lifted = false;
  const move = (now) => {
    const [right, down] = [now.clientX - press.clientX, now.clientY - press.clientY];
    lifted ||= Math.hypot(right, down) > AT_REST;
    if (lifted) spy.style.translate = `${right / scale}px ${down / scale}px`;
  };
  const stop = (now) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    spy.style.translate = "";
    if (!lifted || now.type === "pointercancel") return;
    const way = wayAt(now);
    if (way) way.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    else announce("No step leads there now.");
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}, true);
