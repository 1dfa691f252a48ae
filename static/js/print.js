// <button hidden data-print>: shows itself and prints the page.
export function offerPrinting(root) {
  for (const button of root.querySelectorAll("button[data-print][hidden]")) {
    button.hidden = false;
    button.addEventListener("click", () => globalThis.print());
  }
}
