// Says a sentence to screen readers, without moving the focus.
export function announce(sentence) {
  const place = document.getElementById("announcer");
  if (place) place.textContent = sentence;
}
