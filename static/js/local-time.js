// <time data-local>: adds the reader's own time where it differs from the campaign's.
const clock = new Intl.DateTimeFormat(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit" });

function offsetOf(iso) {
  const match = /([+-])(\d{2}):(\d{2})$/.exec(iso);
  return match ? (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : 0;
}

export function showLocalTimes(root) {
  for (const element of root.querySelectorAll("time[data-local]:not([data-watched])")) {
    element.dataset.watched = "";
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.valueOf()) || -moment.getTimezoneOffset() === offsetOf(element.dateTime)) continue;
    const yours = document.createElement("span");
    yours.className = "yours";
    yours.textContent = ` (${clock.format(moment)} for you)`;
    element.after(yours);
  }
}
