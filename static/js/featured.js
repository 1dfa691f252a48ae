// Matches worth watching, on Games: shown anew when something was heard at one of them, as a table's own page is, and looked at now and then.
const LOOKS = 20000;
const BETWEEN = 1000;

const place = () => document.getElementById("featured");
let streams = [];
let asked = 0;

function look() {
  if (document.hidden || Date.now() - asked < BETWEEN) return;
  asked = Date.now();
  globalThis.htmx?.ajax("GET", place().dataset.here, { target: "#featured", swap: "outerHTML" });
}

function listen() {
  for (const stream of streams) stream.close();
  streams = [...place().querySelectorAll("[data-live]")]
    .filter((card) => card.dataset.live && globalThis.EventSource)
    .map((card) => {
      const stream = new EventSource(card.dataset.live);
      stream.addEventListener("message", (event) => {
        if (String(JSON.parse(event.data).v) !== card.dataset.version) setTimeout(look, BETWEEN);
      });
      return stream;
    });
}

if (place()) {
  listen();
  document.addEventListener("htmx:afterSettle", (event) => event.detail.elt.id === "featured" && listen());
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", () => streams.forEach((stream) => stream.close()));
  setInterval(look, LOOKS);
}
