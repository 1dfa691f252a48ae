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
