// A form that htmx draws anew after a change keeps what its reader unfolded: <form data-folds> with <details id=…> in it. They are
// opened in the answer itself, so that the page is never shorter for a moment and does not jump.
export function keepFolds() {
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const root = detail.target.closest?.("[data-folds]");
    for (const { id } of root?.querySelectorAll("details[id][open]") ?? []) {
      detail.serverResponse = detail.serverResponse.replace(`id="${id}"`, `id="${id}" open`);
    }
  });
}
