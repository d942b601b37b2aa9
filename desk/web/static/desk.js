// Keys and small things that HTML alone cannot do. No page needs this file to be usable by touch.
"use strict";

// Foto: chosen photographs are sent at once, and the page says so while they are on their way.
document.documentElement.classList.add("script");
for (const form of document.querySelectorAll("form[data-send]")) {
  const says = form.querySelector("[data-sending]");
  form.addEventListener("change", () => form.requestSubmit());
  form.addEventListener("submit", () => { says.textContent = says.dataset.sending; });
}
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
