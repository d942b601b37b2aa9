// Keys and small things that HTML alone cannot do. No page needs this file to be usable by touch.
"use strict";

// Stand: print, and the screens of the wall that take turns.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) { window.print(); }
  if (event.target.closest("[data-fullscreen]")) {
    if (document.fullscreenElement) { document.exitFullscreen(); } else { document.documentElement.requestFullscreen(); }
  }
});

(() => {
  const wall = document.getElementById("screens"), pause = document.querySelector("[data-pause]");
  if (!wall || !pause) { return; }
  const seconds = 10;
  let at = 0, running = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const show = () => {
    const screens = wall.querySelectorAll(".screen");
    at = screens.length ? (at + screens.length) % screens.length : 0;
    screens.forEach((screen, number) => { screen.hidden = number !== at; });
    pause.textContent = running ? pause.dataset.on : pause.dataset.off;
  };
  const turn = (by) => { at += by; show(); };
  pause.addEventListener("click", () => { running = !running; show(); });
  document.querySelectorAll("[data-turn]").forEach((button) => {
    button.addEventListener("click", () => { running = false; turn(Number(button.dataset.turn)); });
  });
  wall.addEventListener("htmx:afterSwap", show);
  window.addEventListener("beforeprint", () => wall.querySelectorAll(".screen").forEach((one) => { one.hidden = false; }));
  window.addEventListener("afterprint", show);
  window.setInterval(() => { if (running) { turn(1); } }, 1000 * seconds);
  show();
})();

// Foto: chosen photographs are sent at once, and the page says so while they are on their way.
for (const form of document.querySelectorAll("form[data-send]")) {
  const says = form.querySelector("[data-sending]");
  form.addEventListener("change", () => form.requestSubmit());
  form.addEventListener("submit", () => { says.textContent = says.dataset.sending; });
}
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
