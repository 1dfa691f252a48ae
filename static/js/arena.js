// The arena editor: a press on the picture places the chosen piece there. The server draws the new picture.
const UNITS_PER_INCH = 10;

document.addEventListener("click", (event) => {
  const picture = event.target.closest("[data-place] svg");
  const form = picture?.closest("form");
  if (!form) return;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  form.elements.at_x.value = (point.x / UNITS_PER_INCH).toFixed(3);
  form.elements.at_y.value = ((picture.viewBox.baseVal.height - point.y) / UNITS_PER_INCH).toFixed(3);
  form.dispatchEvent(new Event("change", { bubbles: true }));
});
