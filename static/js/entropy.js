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
