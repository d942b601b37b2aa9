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
  document.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (by) { event.preventDefault(); running = false; turn(by); }
  });
  wall.addEventListener("htmx:afterSwap", show);
  window.addEventListener("beforeprint", () => wall.querySelectorAll(".screen").forEach((one) => { one.hidden = false; }));
  window.addEventListener("afterprint", show);
  window.setInterval(() => { if (running) { turn(1); } }, 1000 * seconds);
  show();
})();

// Uhr: counts down to the end that the server gave; by how much is left, not by the device's own clock.
(() => {
  const ends = new WeakMap();
  const sound = document.querySelector("[data-sound]");
  let audio = null;
  document.querySelectorAll("[data-needs-script]").forEach((one) => { one.hidden = false; });
  if (sound) { sound.addEventListener("change", () => { audio = sound.checked ? audio || new AudioContext() : audio; }); }
  const ring = () => {
    if (!audio || !sound.checked) { return; }
    for (const at of [0, 0.6, 1.2]) {
      const tone = audio.createOscillator(), volume = audio.createGain();
      tone.frequency.value = 660;
      volume.gain.value = 0.4;
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.35);
    }
  };
  const write = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const tick = () => {
    document.querySelectorAll("[data-left]").forEach((one) => {
      if (!ends.has(one)) { ends.set(one, { at: Date.now() + 1000 * Number(one.dataset.left), over: one.dataset.left === "0" }); }
      const end = ends.get(one), left = Math.max(0, Math.round((end.at - Date.now()) / 1000));
      const face = one.querySelector("time");
      const words = left || !one.dataset.over ? write(left) : one.dataset.over;
      if (face.textContent !== words) { face.textContent = words; }
      if (!left && !end.over) {
        end.over = true;
        ring();
        if (one.dataset.over) { one.closest(".round-clock").classList.add("over"); } else { one.hidden = true; }
      }
    });
  };
  if (document.querySelector("#clocks, .round-clock, #screens")) { window.setInterval(tick, 250); tick(); }
})();

// Foto: chosen photographs are sent at once, and the page says so while they are on their way.
document.documentElement.classList.add("script");
for (const form of document.querySelectorAll("form[data-send]")) {
  const says = form.querySelector("[data-sending]");
  form.addEventListener("change", () => form.requestSubmit());
  form.addEventListener("submit", () => { says.textContent = says.dataset.sending; });
}
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

// Bogen: the chosen field has the keys of its buttons.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.key.length > 1) { return; }
  const button = document.querySelector(`#field [data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (button) { event.preventDefault(); button.click(); }
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "field") { event.target.scrollIntoView({ block: "nearest" }); }
});

// Prüfen: one key an item. Every key presses a button or chooses a field that is on the page anyway.
(() => {
  const find = (selector) => document.querySelector(`#review ${selector}`);
  const focusDoubtful = (among = "") => {
    const field = find("[data-points][data-doubtful]") || find(`${among}[data-doubtful]`) || find("[data-points]") || find("[data-choice]");
    if (field) { field.focus(); if (field.select && field.type === "text") field.select(); }
    return field;
  };
  const withKeys = () => window.matchMedia("(hover: hover) and (pointer: fine)").matches;

  document.addEventListener("keydown", (event) => {
    if (!find("form") || event.ctrlKey || event.metaKey || event.altKey) return;
    const free = event.target.closest("[data-free]");
    if (event.key === "Enter") {
      if (event.repeat) event.preventDefault();
      else if (!event.target.closest("a, button, input, summary")) { event.preventDefault(); find("#decision .main")?.click(); }
      return;
    }
    if (event.key === "Escape") { find(".keys")?.removeAttribute("open"); return; }
    if (free || event.repeat) return;
    const choice = find(`[data-choice="${CSS.escape(event.key)}"]`);
    if (choice) { event.preventDefault(); choice.checked = true; choice.focus(); return; }
    const button = find(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (button) { event.preventDefault(); button.click(); return; }
    if (/^[-+0-9]$/.test(event.key) && !event.target.closest("[data-points]")) focusDoubtful("[data-points]");
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status >= 400 && event.detail.target.id === "review") {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });
  // Number keys of phones have no minus: a button beside each input changes the sign.
  const offerSigns = () => document.querySelectorAll("#review [data-flip]").forEach((button) => {
    button.hidden = false;
    document.getElementById(button.dataset.flip).inputMode = "numeric";
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-flip]");
    if (!button) return;
    const field = document.getElementById(button.dataset.flip);
    const [, sign, number] = /^([-+]?)(.*)$/.exec(field.value.trim());
    field.value = (sign === "-" ? "+" : "-") + number;
  });
  const prepare = () => { if (withKeys()) focusDoubtful(); else offerSigns(); };
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "review") prepare(); });
  document.addEventListener("DOMContentLoaded", () => { if (find("form")) prepare(); });
})();

// Von Hand eintragen: each row's check and the running sums; Enter goes on to the next field.
for (const form of document.querySelectorAll("form[data-typing]")) {
  const read = (field) => {
    const text = field.value.replace(/\s/g, "").replace(/[−–]/g, "-").replace(/[.,]0{1,2}$/, "");
    return /^[+-]?\d+$/.test(text) ? Number(text) : ["", "-", "/"].includes(text) ? 0 : NaN;
  };
  const write = (points) => (points > 0 ? `+${points}` : Number.isNaN(points) ? "?" : String(points));
  const add = () => {
    const sums = {};
    for (const row of form.querySelectorAll("[data-row]")) {
      const fields = [...row.querySelectorAll("[data-seat]")];
      const whole = fields.reduce((sum, field) => sum + read(field), 0);
      fields.forEach((field) => { sums[field.dataset.seat] = (sums[field.dataset.seat] || 0) + read(field); });
      const check = row.querySelector("[data-check]");
      check.textContent = !("anySum" in form.dataset) && fields.some((field) => field.value.trim()) ? (whole === 0 ? "✓ 0" : `! ${write(whole)}`) : "";
    }
    form.querySelectorAll("[data-sum]").forEach((one) => { one.textContent = write(sums[one.dataset.sum] || 0); });
  };
  const fields = [...form.querySelectorAll("[data-seat]")];
  form.addEventListener("input", add);
  form.addEventListener("keydown", (event) => {
    const at = event.key === "Enter" ? fields.indexOf(event.target) : -1;
    if (at >= 0 && at + 1 < fields.length) { event.preventDefault(); fields[at + 1].focus(); }
  });
  add();
}
