// "Tell me on this device": asks for permission when the button is pressed and not before, and sends the
// form with what the browser says of itself.
const place = document.querySelector("[data-device]");

const show = (name) => place.querySelectorAll("[data-add], [data-cannot], [data-refused], [data-failed]").forEach((part) => { part.hidden = !(name in part.dataset); });

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/").padEnd(Math.ceil(text.length / 4) * 4, "="));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer) {
  return btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const hasKey = (subscription, key) => text(subscription.options.applicationServerKey ?? new ArrayBuffer(0)) === key;

async function subscribed(registration, key) {
  const before = await registration.pushManager.getSubscription();
  if (before && hasKey(before, key)) return before;
  await before?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

async function add(form, registering, key) {
  if (await Notification.requestPermission() !== "granted") return show("refused");
  try {
    await registering;
    const subscription = await subscribed(await navigator.serviceWorker.ready, key);
    form.elements.endpoint.value = subscription.endpoint;
    form.elements.p256dh.value = text(subscription.getKey("p256dh"));
    form.elements.auth.value = text(subscription.getKey("auth"));
  } catch {
    return show("failed");
  }
  return form.requestSubmit();
}

async function offer() {
  place.hidden = false;
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return show("cannot");
  if (Notification.permission === "denied") return show("refused");
  const { key, worker } = place.dataset;
  const form = place.querySelector("form");
  const registering = navigator.serviceWorker.register(worker);
  const subscription = await (await registering.catch(() => null))?.pushManager.getSubscription();
  if (subscription && hasKey(subscription, key) && document.querySelector("[data-here]")) return undefined;
  form.querySelector("button").addEventListener("click", () => add(form, registering, key));
  return show("add");
}

if (place) offer();
