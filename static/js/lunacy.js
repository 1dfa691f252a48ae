// The dice of what was just heard fall onto the picture. The log says the same in words; without this file it is all there is.
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
