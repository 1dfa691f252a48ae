// The light: automatic, light or dark. The choice is a cookie, so the server paints the next page right from the start.
const ORDER = ["auto", "light", "dark"];
const YEAR = 365 * 24 * 3600;
const page = document.documentElement;

const current = () => page.dataset.theme ?? "auto";

function choose(theme) {
  if (theme === "auto") delete page.dataset.theme;
  else page.dataset.theme = theme;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${theme}; path=/; max-age=${theme === "auto" ? 0 : YEAR}; samesite=lax${secure}`;
}

export function offerThemes() {
  const place = document.querySelector("[data-theme-switch]");
  if (!place) return;
  const button = place.querySelector("button");
  const name = () => button.setAttribute("aria-label", `Light: ${current() === "auto" ? "automatic" : current()}. Change`);
  button.addEventListener("click", () => {
    choose(ORDER[(ORDER.indexOf(current()) + 1) % ORDER.length]);
    name();
  });
  name();
  place.hidden = false;
}
