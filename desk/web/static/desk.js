// Small things that HTML alone cannot do, on every page. No page needs a script to be usable by touch.
"use strict";

document.documentElement.classList.add("script");
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) { window.print(); }
  if (event.target.closest("[data-fullscreen]")) {
    if (document.fullscreenElement) { document.exitFullscreen(); } else { document.documentElement.requestFullscreen(); }
  }
  document.querySelectorAll(".menu[open], .more[open]").forEach((menu) => { if (!menu.contains(event.target)) { menu.open = false; } });
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector(".more[open], .menu[open]");
  if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
});

(() => {
  const live = document.querySelector("[data-live]"), toast = document.getElementById("toast");
  const TOAST_MS = 4000;
  let going = 0;

  const tell = (words) => { if (live) { live.textContent = words; } };
  document.addEventListener("htmx:sseOpen", () => tell(live?.dataset.live));
  document.addEventListener("connection:back", () => tell(live?.dataset.live));
  document.addEventListener("connection:lost", () => tell(""));

  // A toast goes by itself, unless somebody is about to use it.
  const leave = () => {
    if (toast.matches(":hover, :focus-within")) { wait(); } else { toast.replaceChildren(); }
  };
  const wait = () => { clearTimeout(going); if (toast.firstElementChild) { going = setTimeout(leave, TOAST_MS); } };
  new MutationObserver(wait).observe(toast, { childList: true });
  wait();
})();

// What was typed, chosen or restored by the browser before the scripts ran is heard by them as if it came now.
(() => {
  const isFresh = (field) => {
    if (field.type === "file") { return !field.files.length; }
    if (field.options) { return field.selectedIndex === Math.max(0, [...field.options].findIndex((one) => one.defaultSelected)); }
    return field.value === field.defaultValue && field.checked === field.defaultChecked;
  };
  document.addEventListener("DOMContentLoaded", () => {
    for (const field of document.querySelectorAll("input, select, textarea")) {
      if (isFresh(field)) { continue; }
      for (const kind of ["input", "change"]) { field.dispatchEvent(new Event(kind, { bubbles: true })); }
    }
  });
})();

window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
