// Uhr: counts down to the end that the server gave; by how much is left, not by the device's own clock.
"use strict";

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
