// Loads the small helpers of the house. Every page works without them.
import { watchCountdowns } from "./countdown.js";
import { showLocalTimes } from "./local-time.js";
import { offerThemes } from "./theme.js";
import { enableReordering } from "./reorder.js";
import { askFirst } from "./confirm.js";
import { showBusy } from "./busy.js";
import { offerCopies, offerShares } from "./copy.js";
import { offerPrinting } from "./print.js";
import { offerSpeaking } from "./speak.js";
import { letDiceFall } from "./falls.js";
import { keepFolds } from "./folds.js";
import { showCurrentTab } from "./tabs.js";
import { listenForKeys, offerKeys } from "./keys.js";
import { drawEntropy } from "./entropy.js";

function enhance(root) {
  watchCountdowns(root);
  showLocalTimes(root);
  enableReordering(root);
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
