// The pages of the wall, which take turns.
"use strict";

(() => {
  const wall = document.getElementById("screens"), pause = document.querySelector("[data-pause]");
  if (!wall || !pause) { return; }
  const seconds = 15;
  let at = 0, running = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const show = () => {
    const screens = wall.querySelectorAll(".screen");
    at = screens.length ? (at + screens.length) % screens.length : 0;
    screens.forEach((screen, number) => { screen.hidden = number !== at; });
    document.querySelectorAll("[data-turn], [data-pause]").forEach((one) => { one.hidden = screens.length < 2; });
    pause.textContent = running ? pause.dataset.on : pause.dataset.off;
  };
  const turn = (by) => { at += by; show(); };
  pause.addEventListener("click", () => { running = !running; show(); });
  document.querySelectorAll("[data-turn]").forEach((button) => {
    button.addEventListener("click", () => { running = false; turn(Number(button.dataset.turn)); });
  });
  document.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (by) { event.preventDefault(); running = false; turn(by); }
  });
  // The controls come when the mouse moves, and go by themselves.
  let idle = 0;
  const rest = () => document.body.classList.add("idle");
  const wake = () => { document.body.classList.remove("idle"); clearTimeout(idle); idle = setTimeout(rest, 1000 * 3); };
  ["pointermove", "pointerdown", "keydown"].forEach((event) => document.addEventListener(event, wake));
  rest();
  wall.addEventListener("htmx:afterSwap", show);
  window.addEventListener("beforeprint", () => wall.querySelectorAll(".screen").forEach((one) => { one.hidden = false; }));
  window.addEventListener("afterprint", show);
  window.setInterval(() => { if (running) { turn(1); } }, 1000 * seconds);
  show();
})();
