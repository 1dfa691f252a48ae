// [data-falls="name"]: its dice fall as they come into sight, once for each name in this browser, and
// not at all where people want less motion. Where nothing can be kept, they lie still.
const KEPT = "dice-fell";
const MOST = 100;

function firstTime(name) {
  try {
    const fell = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    if (fell.includes(name)) return false;
    localStorage.setItem(KEPT, JSON.stringify([...fell, name].slice(-MOST)));
    return true;
  } catch {
    return false;
  }
}

export function letDiceFall(root) {
  if (!globalThis.IntersectionObserver || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const part of root.querySelectorAll("[data-falls]")) {
    if (!firstTime(part.dataset.falls)) continue;
    const seen = new IntersectionObserver((entries) => {
      for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
        target.classList.add("falls");
        seen.unobserve(target);
      }
    });
    for (const roll of part.querySelectorAll(".mission .roll")) seen.observe(roll);
  }
}
