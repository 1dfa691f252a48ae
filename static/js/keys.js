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

export function listenForKeys() {
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

export function offerKeys(root) {
  for (const place of root.querySelectorAll("[data-keys-choice][hidden]")) {
    const box = place.querySelector("input");
    place.hidden = false;
    box.checked = !isOff();
    box.addEventListener("change", () => localStorage.setItem(OFF, box.checked ? "" : "1"));
  }
}
