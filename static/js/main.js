// Starts the helpers of all pages. Every page works without them.
import { offerCopies, offerPrinting, offerShares, offerSpeaking } from "./buttons.js";
import { askFirst, drawEntropy, keepFolds, showBusy } from "./forms.js";
import { showLocalTimes, watchCountdowns } from "./times.js";

// --- light and dark -------------------------------------------------------------------------------

// The light: automatic, light or dark. The choice is a cookie, so the server paints the next page right from the start.
const ORDER = ["auto", "light", "dark"];
const YEAR = 365 * 24 * 3600;
const page = document.documentElement;

const current = () => page.dataset.theme ?? "auto";

function choose(theme) {
  if (theme === "auto") delete page.dataset.theme;
  else page.dataset.theme = theme;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${theme}; path=/; max-age=${theme === "auto" ? 0 : YEAR}; samesite=lax${secure}`;
}

function offerThemes() {
  const place = document.querySelector("[data-theme-switch]");
  if (!place) return;
  const button = place.querySelector("button");
  const name = () => button.setAttribute("aria-label", `Light: ${current() === "auto" ? "automatic" : current()}. Change`);
  button.addEventListener("click", () => {
    choose(ORDER[(ORDER.indexOf(current()) + 1) % ORDER.length]);
    name();
  });
  name();
  place.hidden = false;
}

// --- tabs -----------------------------------------------------------------------------------------

// Tabs that slide on a phone begin where one is.
function showCurrentTab() {
  for (const tabs of document.querySelectorAll(".subnav")) {
    const now = tabs.querySelector("[aria-current]")?.getBoundingClientRect();
    if (now) tabs.scrollLeft = now.left - tabs.getBoundingClientRect().left - (tabs.clientWidth - now.width) / 2;
  }
}

// --- keys -----------------------------------------------------------------------------------------

// <a data-key="n">: that key follows the link, presses the button, opens what folds and goes to what is asked there, unless somebody is
// writing; an arrow only where no field and no board is moved by it.
// A box in [data-keys-choice] turns keys off in this browser.
const OFF = "keys-off";
const MOVED = "input, .drawing";
const WRITES = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])";

function isOff() {
  try {
    return localStorage.getItem(OFF) === "1";
  } catch {
    return false;
  }
}

function press(place) {
  if (place.matches("select")) {
    place.focus();
    return;
  }
  place.click();
  const fold = place.matches("summary") ? place.parentElement : null;
  if (fold?.open) fold.querySelector("input:checked, input")?.focus();
}

function listenForKeys() {
  document.addEventListener("keydown", (event) => {
    const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (held || event.repeat || event.isComposing || event.defaultPrevented || isOff()) return;
    if (event.target.closest?.(WRITES) || document.querySelector("dialog[open]")) return;
    if (event.key.startsWith("Arrow") && event.target.closest?.(MOVED)) return;
    const link = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === event.key && !each.disabled);
    if (!link) return;
    event.preventDefault();
    press(link);
  });
}

function offerKeys(root) {
  for (const place of root.querySelectorAll("[data-keys-choice][hidden]")) {
    const box = place.querySelector("input");
    place.hidden = false;
    box.checked = !isOff();
    box.addEventListener("change", () => localStorage.setItem(OFF, box.checked ? "" : "1"));
  }
}

// --- dice -----------------------------------------------------------------------------------------

// [data-falls="name"]: its dice fall as they come into sight, once for each name in this browser, and
// not at all where people want less motion. Where nothing can be kept, they lie still.
const KEPT = "dice-fell";
const MOST = 100;

function fell() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return null;
  }
}

function keep(name) {
  const names = fell();
  if (names && !names.includes(name)) localStorage.setItem(KEPT, JSON.stringify([...names, name].slice(-MOST)));
}

function letDiceFall(root) {
  if (!globalThis.IntersectionObserver || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const part of root.querySelectorAll("[data-falls]")) {
    const name = part.dataset.falls;
    if (fell()?.includes(name) ?? true) continue;
    const watch = new IntersectionObserver((entries) => {
      for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
        target.classList.add("falls");
        watch.unobserve(target);
        keep(name);
      }
    });
    for (const roll of part.querySelectorAll(".mission .roll")) watch.observe(roll);
  }
}

// --- start ----------------------------------------------------------------------------------------

function enhance(root) {
  watchCountdowns(root);
  showLocalTimes(root);
  offerCopies(root);
  offerShares(root);
  offerPrinting(root);
  offerSpeaking(root);
  letDiceFall(root);
  offerKeys(root);
}

offerThemes();
askFirst();
showBusy();
keepFolds();
showCurrentTab();
listenForKeys();
enhance(document);
if (document.querySelector("[data-entropy]")) drawEntropy();
const worker = document.querySelector('meta[name="worker"]')?.content;
if (worker && "serviceWorker" in navigator) navigator.serviceWorker.register(worker).catch(() => {});
document.querySelector("[data-focus]")?.focus();
document.addEventListener("htmx:load", (event) => enhance(event.detail.elt));
