// <form data-busy="sentence">: while its answer is on the way, the sentence and a moving bar stand below its buttons. Without scripts the browser's own sign does.
import { announce } from "./announce.js";

export function showBusy() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const sentence = form.dataset.busy;
    if (!sentence || event.defaultPrevented) return;
    const words = Object.assign(document.createElement("p"), { className: "busy", textContent: sentence });
    const bar = document.createElement("progress");
    bar.setAttribute("aria-label", sentence);
    words.append(bar);
    form.append(words);
    form.setAttribute("aria-busy", "true");
    announce(sentence);
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[aria-busy]")) {
      form.removeAttribute("aria-busy");
      form.querySelector(".busy")?.remove();
    }
  });
}
