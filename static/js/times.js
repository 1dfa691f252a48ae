// Times on pages: countdowns and the reader's own time zone.
import { announce } from "./announce.js";

// --- countdowns -----------------------------------------------------------------------------------

// <time data-countdown datetime=… data-now=…>: counts down from the server's clock, whatever the reader's clock says.
// When it reaches zero on an open page, a link to reload appears beside it. The page never reloads by itself, so form input is not lost.
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SOON = 6 * HOUR;
const URGENT = 20;
const SPACE = "\u00a0";

function timeLeft(seconds) {
  if (seconds <= 0) return "passed";
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  if (days) return [`${days}${SPACE}${days === 1 ? "day" : "days"}`, hours && `${hours}${SPACE}h`].filter(Boolean).join(" ");
  if (hours) return [`${hours}${SPACE}h`, minutes && `${minutes}${SPACE}min`].filter(Boolean).join(" ");
  return minutes ? `${minutes}${SPACE}min` : `${Math.ceil(seconds)}${SPACE}s`;
}

const starts = (element) => element.dataset.countdown === "start";
const passedWords = (element) => starts(element) ? "starts now" : "Deadline passed";

function show(element, seconds) {
  const over = seconds <= 0;
  const words = over ? passedWords(element) : starts(element) ? `starts in ${timeLeft(seconds)}` : `${timeLeft(seconds)} left`;
  if (element.textContent !== words) element.textContent = words;
  element.classList.toggle("passed", over);
  element.classList.toggle("close", !over && seconds < SOON);
  element.classList.toggle("urgent", !over && seconds <= URGENT);
  return over;
}

function offerReload(element) {
  announce(`${passedWords(element)}.`);
  if (document.querySelector("[data-reload]")) return;
  const link = Object.assign(document.createElement("a"), { href: location.pathname + location.search, textContent: "Reload page" });
  link.dataset.reload = "";
  (element.closest("a") ?? element).after(" ", link);
}

export function watchCountdowns(root) {
  for (const element of root.querySelectorAll("time[data-countdown]:not([data-watched])")) {
    element.dataset.watched = "";
    const whole = (Date.parse(element.dateTime) - Date.parse(element.dataset.now)) / 1000;
    const start = performance.now();
    let wasOver = whole <= 0;
    const tick = () => {
      const seconds = whole - (performance.now() - start) / 1000;
      const over = show(element, seconds);
      if (over && !wasOver && element.isConnected) offerReload(element);
      wasOver = over;
      clearTimeout(timer);
      if (!over && element.isConnected) timer = setTimeout(tick, seconds < 2 * MINUTE ? 1000 : 5000);
    };
    let timer;
    document.addEventListener("visibilitychange", tick);
    tick();
  }
}

// --- the reader's time zone -----------------------------------------------------------------------

// <time data-local>: the site does not know this reader's zone yet. Their own time takes the place of
// the club's, which stays as the tooltip; and the zone is kept, so the server makes the next page right.
const YEAR = 365 * 24 * 3600;
const SHORT = { weekday: "short", day: "numeric", month: "short" };
const LONG = { weekday: "long", day: "numeric", month: "long", year: "numeric" };
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

function parts(moment, options) {
  const found = new Intl.DateTimeFormat("en-GB", options).formatToParts(moment);
  return Object.fromEntries(found.map(({ type, value }) => [type, value]));
}

function words(moment, long) {
  const day = parts(moment, long ? LONG : SHORT);
  const at = parts(moment, { ...CLOCK, timeZoneName: "short" });
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
