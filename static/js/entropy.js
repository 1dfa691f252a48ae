// <input data-entropy>: when its form is sent with the field empty, the browser draws what it adds to the dice.
export function drawEntropy() {
  document.addEventListener("submit", (event) => {
    for (const field of event.target.querySelectorAll("input[data-entropy]")) {
      if (field.value.trim()) continue;
      const drawn = crypto.getRandomValues(new Uint8Array(16));
      field.value = Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
  });
}
