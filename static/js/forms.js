// Forms: confirmation, double clicks, waiting, the reader's own randomness, and folds.
import { announce } from "./announce.js";

// --- confirmation ---------------------------------------------------------------------------------

// <form data-confirm="sentence">: asks in a dialog and then sends confirmed=1. Without scripts the server answers with a page that asks.
// Every form is also guarded against a double click.
export function ask(sentence, action) {
  const dialog = document.createElement("dialog");
  const form = document.createElement("form");
  const words = document.createElement("p");
  const buttons = document.createElement("div");
  const [yes, no] = [action, "Cancel"].map((label) => Object.assign(document.createElement("button"), { textContent: label }));
  form.method = "dialog";
  words.id = "confirm-words";
  words.textContent = sentence;
  buttons.className = "actions";
  yes.className = "button danger sure";
  yes.value = "yes";
  no.className = "button quiet";
  no.value = "no";
  no.autofocus = true;
  buttons.append(yes, no);
  form.append(words, buttons);
  dialog.setAttribute("aria-labelledby", words.id);
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

function markConfirmed(form) {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "confirmed", value: "1" });
  form.append(field);
}

function guardDoubleClick(form) {
  if (form.dataset.sent) return false;
  form.dataset.sent = "1";
  setTimeout(() => delete form.dataset.sent, 4000);
  return true;
}

export function askFirst() {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.method !== "post") return;
    if (!form.dataset.confirm || form.elements.confirmed) {
      if (!guardDoubleClick(form)) event.preventDefault();
      return;
    }
    event.preventDefault();
    const { submitter } = event;
    if (await ask(form.dataset.confirm, submitter?.textContent.trim() || "Go on")) {
      markConfirmed(form);
      form.requestSubmit(submitter);
    }
  });
  window.addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent));
}

// --- waiting for an answer ------------------------------------------------------------------------

// <form data-busy="sentence">: while its answer is on the way, the sentence and a moving bar stand below its buttons. Without scripts the browser's own sign does.
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

// --- the reader's own randomness ------------------------------------------------------------------

// <input data-entropy>: when its form is saved with the field empty, the browser draws what it adds to the dice. Buttons that save are [data-saves].
export function drawEntropy() {
  document.addEventListener("submit", (event) => {
    if (!event.submitter?.matches("[data-saves]")) return;
    for (const field of event.target.querySelectorAll("input[data-entropy]")) {
      if (field.value.trim()) continue;
      const drawn = crypto.getRandomValues(new Uint8Array(16));
      field.value = Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
  });
}

// --- folds ----------------------------------------------------------------------------------------

// A form that htmx draws anew after a change keeps what its reader unfolded: <form data-folds> with <details id=…> in it. They are
// opened in the answer itself, so that the page is never shorter for a moment and does not jump.
export function keepFolds() {
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const root = detail.target.closest?.("[data-folds]");
    for (const { id } of root?.querySelectorAll("details[id][open]") ?? []) {
      detail.serverResponse = detail.serverResponse.replace(`id="${id}"`, `id="${id}" open`);
    }
  });
}
