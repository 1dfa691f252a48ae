// Buttons that appear if the browser can do what they offer.
import { announce } from "./announce.js";

// --- copying and sharing --------------------------------------------------------------------------

// <button hidden data-share="id">: shows itself where the device can hand the address on, and does so.
// <button hidden data-copy="id">: shows itself and copies the text of the element with that id.
export function offerCopies(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll("button[data-copy][hidden]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy);
      const label = button.querySelector("span");
      await navigator.clipboard.writeText(source.textContent.trim());
      label.textContent = "Copied";
      announce("Copied.");
      setTimeout(() => { label.textContent = "Copy"; }, 2500);
    });
  }
}

export function offerShares(root) {
  if (!navigator.share) return;
  for (const button of root.querySelectorAll("button[data-share][hidden]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const url = document.getElementById(button.dataset.share).textContent.trim();
      navigator.share({ title: button.dataset.shareTitle, url }).catch(() => {});
    });
  }
}

// --- printing -------------------------------------------------------------------------------------

// <button hidden data-print>: shows itself and prints the page.
export function offerPrinting(root) {
  for (const button of root.querySelectorAll("button[data-print][hidden]")) {
    button.hidden = false;
    button.addEventListener("click", () => globalThis.print());
  }
}

// --- reading aloud --------------------------------------------------------------------------------

// <button hidden data-speak="id" data-stop="...">: shows itself where the browser can speak, and reads
// the paragraphs of the element with that id aloud. Pressed again, it stops.
function paragraphs(source) {
  const found = [...source.querySelectorAll("p")].map((each) => each.textContent.trim());
  return (found.length ? found : [source.textContent.trim()]).filter(Boolean);
}

export function offerSpeaking(root) {
  const voice = globalThis.speechSynthesis;
  if (!voice || !globalThis.SpeechSynthesisUtterance) return;
  for (const button of root.querySelectorAll("button[data-speak][hidden]")) {
    const label = button.querySelector("span");
    const start = label.textContent;
    let turn = 0;
    const quiet = () => { label.textContent = start; };
    button.hidden = false;
    button.addEventListener("click", () => {
      const speaking = label.textContent !== start;
      const mine = turn += 1;
      voice.cancel();
      quiet();
      if (speaking) return;
      label.textContent = button.dataset.stop;
      const lines = paragraphs(document.getElementById(button.dataset.speak)).map((words) => new SpeechSynthesisUtterance(words));
      for (const line of lines) {
        line.lang = document.documentElement.lang;
        line.addEventListener("error", () => { if (mine === turn) quiet(); });
        voice.speak(line);
      }
      lines.at(-1)?.addEventListener("end", () => { if (mine === turn) quiet(); });
    });
    addEventListener("pagehide", () => voice.cancel());
  }
}
