// Tabs that slide on a phone begin where one is.
export function showCurrentTab() {
  for (const tabs of document.querySelectorAll(".subnav")) {
    const now = tabs.querySelector("[aria-current]")?.getBoundingClientRect();
    if (now) tabs.scrollLeft = now.left - tabs.getBoundingClientRect().left - (tabs.clientWidth - now.width) / 2;
  }
}
