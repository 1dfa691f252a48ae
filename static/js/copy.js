// <button hidden data-share="id">: shows itself where the device can hand the address on, and does so.
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
