// <form data-points>: adds up the fields that have a data-cost while they are typed, and writes the level beside each. The server counts again.

function words(points, cost, cap) {
  if (points < cost) return "";
  const level = Math.min(Math.floor(points / cost) - 1, cap);
  return level === 0 ? "base" : `+${level}`;
}

function count(form) {
  const cap = Number(form.dataset.cap);
  let total = 0;
  let trained = 0;
  for (const field of form.querySelectorAll("[data-cost]")) {
    const points = Number.parseInt(field.value, 10) || 0;
    const cost = Number(field.dataset.cost);
    total += points;
    trained += points >= cost ? 1 : 0;
    const level = form.querySelector(`output[for="${field.id}"]`);
    if (level) level.textContent = words(points, cost, cap);
  }
  const box = form.querySelector("[data-total]");
  box.textContent = total;
  box.closest(".total").classList.toggle("right", total === Number(form.dataset.most) && trained >= Number(form.dataset.skills));
  form.querySelector("[data-trained]").textContent = trained;
}

for (const form of document.querySelectorAll("form[data-points]")) {
  form.addEventListener("input", () => count(form));
  count(form);
}
