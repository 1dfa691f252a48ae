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
