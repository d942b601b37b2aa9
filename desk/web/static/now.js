// On Jetzt Enter follows the next step, wherever the focus is on nothing else. It never writes: what closes a round is a
// button of its own, so that one Enter too many at the last item closes nothing.
"use strict";

document.addEventListener("keydown", (event) => {
  const idle = document.activeElement === document.body || document.activeElement.id === "content";
  if (event.key === "Enter" && idle && !event.repeat) { document.querySelector("[data-next]")?.click(); }
});
