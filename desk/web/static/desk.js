// Small things that HTML alone cannot do, on every page. No page needs a script to be usable by touch.
"use strict";

document.documentElement.classList.add("script");
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) { window.print(); }
  if (event.target.closest("[data-fullscreen]")) {
    if (document.fullscreenElement) { document.exitFullscreen(); } else { document.documentElement.requestFullscreen(); }
  }
});

window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
