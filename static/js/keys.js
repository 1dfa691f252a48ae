// <a data-key="n">: that letter follows the link, unless somebody is writing. A box in [data-keys-choice] turns letters off in this browser.
const OFF = "keys-off";
const WRITES = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])";

function isOff() {
  try {
    return localStorage.getItem(OFF) === "1";
  } catch {
    return false;
  }
}

export function listenForKeys() {
  document.addEventListener("keydown", (event) => {
    const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (held || event.repeat || event.isComposing || event.defaultPrevented || isOff()) return;
    if (event.target.closest?.(WRITES) || document.querySelector("dialog[open]")) return;
    const link = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === event.key);
    if (!link) return;
    event.preventDefault();
    link.click();
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
