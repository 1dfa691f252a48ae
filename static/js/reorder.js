// <ol data-reorder> of <li data-row="name">: put in order with the buttons, by dragging the handle, or with the arrow keys on it.
// Without scripts the buttons submit the form (name="up" or "down"); here they move the row and renumber its hidden [data-position].
import { announce } from "./announce.js";

// A row is called after what is picked in its [data-names-row] select, up to the comma; otherwise by its data-row. [data-called] holds its name.
function nameOf(row) {
  const pick = row.querySelector("select[data-names-row]");
  return (pick?.value && pick.selectedOptions[0].textContent.split(",")[0].trim()) || row.dataset.row;
}

const rowsOf = (list) => [...list.children].filter((row) => row.matches("[data-row]"));

function renumber(list) {
  rowsOf(list).forEach((row, index) => {
    const field = row.querySelector("[data-position]");
    if (field) field.value = index + 1;
  });
  list.dispatchEvent(new CustomEvent("reordered", { bubbles: true }));
}

function say(list, row) {
  const rows = rowsOf(list);
  announce(`${nameOf(row)} is now number ${rows.indexOf(row) + 1} of ${rows.length}.`);
}

function shift(list, row, step) {
  const rows = rowsOf(list);
  const target = rows[rows.indexOf(row) + step];
  if (!target) return announce(`${nameOf(row)} is already ${step < 0 ? "first" : "last"}.`);
  if (step < 0) target.before(row);
  else target.after(row);
  renumber(list);
  say(list, row);
}

function restore(list, order) {
  order.forEach((row) => list.append(row));
  renumber(list);
}

function placeAt(list, row, index) {
  const others = rowsOf(list).filter((other) => other !== row);
  if (index < others.length) others[index].before(row);
  else list.append(row);
}

function dragWithPointer(list, row, handle) {
  handle.addEventListener("pointerdown", (press) => {
    if (press.button !== 0) return;
    press.preventDefault();
    handle.setPointerCapture(press.pointerId);
    handle.focus();
    row.classList.add("lifted");
    const others = rowsOf(list).filter((other) => other !== row);
    let index = rowsOf(list).indexOf(row);
    const mark = (at) => others.forEach((other, place) => {
      other.classList.toggle("gap-before", place === at);
      other.classList.toggle("gap-after", at === others.length && place === at - 1);
    });
    const drag = (move) => {
      row.style.transform = `translateY(${move.clientY - press.clientY}px)`;
      index = others.filter((other) => {
        const box = other.getBoundingClientRect();
        return box.top + box.height / 2 < move.clientY;
      }).length;
      mark(index);
    };
    const stop = (event) => {
      ["pointermove", "pointerup", "pointercancel"].forEach((name) => handle.removeEventListener(name, name === "pointermove" ? drag : stop));
      row.classList.remove("lifted");
      row.style.transform = "";
      mark(-1);
      if (event.type !== "pointerup") return;
      placeAt(list, row, index);
      renumber(list);
      say(list, row);
    };
    handle.addEventListener("pointermove", drag);
    handle.addEventListener("pointerup", stop);
    handle.addEventListener("pointercancel", stop);
  });
}

function dragWithKeys(list, row, handle) {
  let before = null;
  let moving = false;
  const move = (change) => {
    moving = true;
    change();
    handle.focus();
    moving = false;
  };
  const put = (sentence) => {
    before = null;
    row.classList.remove("lifted");
    announce(sentence);
  };
  handle.addEventListener("keydown", (press) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[press.key];
    if (step) {
      press.preventDefault();
      before ??= rowsOf(list);
      row.classList.add("lifted");
      move(() => shift(list, row, step));
    } else if (press.key === "Escape" && before) {
      press.preventDefault();
      move(() => restore(list, before));
      put(`${nameOf(row)} is back where it was.`);
    } else if (["Enter", " "].includes(press.key)) {
      press.preventDefault();
      if (before) return put(`${nameOf(row)} stays here.`);
      before = rowsOf(list);
      row.classList.add("lifted");
      announce(`${nameOf(row)} picked up. Arrow keys move it, Enter puts it down, Escape puts it back.`);
    }
    return undefined;
  });
  handle.addEventListener("blur", () => before && !moving && put(`${nameOf(row)} stays here.`));
}

function rename(row) {
  const name = nameOf(row);
  row.querySelector("[data-handle]")?.setAttribute("aria-label", `Move ${name}: press, then use the arrow keys`);
  row.querySelectorAll("[data-move]").forEach((button) => button.setAttribute("aria-label", `Move ${name} ${button.dataset.move}`));
  row.querySelectorAll("[data-called]").forEach((words) => (words.textContent = name));
}

function enableReordering(root) {
  for (const list of root.querySelectorAll("[data-reorder]:not([data-watched])")) {
    list.dataset.watched = "";
    for (const row of rowsOf(list)) {
      const handle = row.querySelector("[data-handle]");
      if (handle) {
        handle.hidden = false;
        dragWithPointer(list, row, handle);
        dragWithKeys(list, row, handle);
      }
    }
    list.addEventListener("change", (event) => event.target.matches("[data-names-row]") && rename(event.target.closest("[data-row]")));
    list.addEventListener("click", (event) => {
      const button = event.target.closest("[data-move]");
      if (!button) return;
      event.preventDefault();
      shift(list, button.closest("[data-row]"), button.dataset.move === "up" ? -1 : 1);
      button.focus();
    });
  }
}

enableReordering(document);
document.addEventListener("htmx:load", (event) => enableReordering(event.detail.elt));
