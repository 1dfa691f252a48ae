// The spy step: a card of the hand, a back or a lair that is pressed is filled into the fields of the choice, which is then shown on the board.
import "../js/board.js";

function fill(name, value) {
  const field = document.querySelector(`select[name="send.${name}"]`);
  const answer = field && [...field.options].find((each) => each.value === value && !each.disabled);
  if (!answer) return;
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-presses]");
  if (link?.getAttribute("href") !== "#choice-send") return;
  const shape = link.closest(".playing-card")?.querySelector("[data-what]") ?? link;
  for (const name of ["what", "into"]) if (shape.dataset[name]) fill(name, shape.dataset[name]);
});
