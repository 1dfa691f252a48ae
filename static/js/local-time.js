// <time data-local>: the site does not know this reader's zone yet. Their own time takes the place of
// the club's, which stays as the tooltip; and the zone is kept, so the server makes the next page right.
const YEAR = 365 * 24 * 3600;
const SHORT = { weekday: "short", day: "numeric", month: "short" };
const LONG = { weekday: "long", day: "numeric", month: "long", year: "numeric" };
const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

function parts(moment, options) {
  const found = new Intl.DateTimeFormat("en-GB", options).formatToParts(moment);
  return Object.fromEntries(found.map(({ type, value }) => [type, value]));
}

function words(moment, long) {
  const day = parts(moment, long ? LONG : SHORT);
  const at = parts(moment, { ...HOUR, timeZoneName: "short" });
  const date = [day.weekday, day.day, long ? day.month : day.month.slice(0, 3), day.year].filter(Boolean).join(" ");
  return `${date}, ${at.hour}:${at.minute}${long ? ` ${at.timeZoneName}` : ""}`;
}

function keepZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || !/^[A-Za-z0-9_+/-]{1,64}$/.test(zone)) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `zone=${zone}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
}

export function showLocalTimes(root) {
  for (const element of root.querySelectorAll("time[data-local]:not([data-watched])")) {
    element.dataset.watched = "";
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.valueOf())) continue;
    element.title = element.textContent;
    element.textContent = words(moment, element.dataset.local === "long");
  }
}

keepZone();
