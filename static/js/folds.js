// A form that htmx draws anew after a change keeps what its reader unfolded: <form data-folds> with <details id=…> in it.
let open = [];

export function keepFolds() {
  document.addEventListener("htmx:beforeSwap", (event) => {
    const root = event.detail.target.closest?.("[data-folds]");
    open = root ? [...root.querySelectorAll("details[id][open]")].map((each) => each.id) : [];
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) {
      const details = document.getElementById(id);
      if (details) details.open = true;
    }
    open = [];
  });
}
