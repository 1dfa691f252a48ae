// [data-falls="name"]: its dice fall as they come into sight, once for each name in this browser, and
// not at all where people want less motion. Where nothing can be kept, they lie still.
const KEPT = "dice-fell";
const MOST = 100;

function fell() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return null;
  }
}

function keep(name) {
  const names = fell();
  if (names && !names.includes(name)) localStorage.setItem(KEPT, JSON.stringify([...names, name].slice(-MOST)));
}

export function letDiceFall(root) {
  if (!globalThis.IntersectionObserver || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const part of root.querySelectorAll("[data-falls]")) {
    const name = part.dataset.falls;
    if (fell()?.includes(name) ?? true) continue;
    const watch = new IntersectionObserver((entries) => {
      for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
        target.classList.add("falls");
        watch.unobserve(target);
        keep(name);
      }
    });
    for (const roll of part.querySelectorAll(".mission .roll")) watch.observe(roll);
  }
}
