// <button hidden data-copy="id">: shows itself and copies the text of the element with that id.
import { announce } from "./announce.js";

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
