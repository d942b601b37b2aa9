// Foto: chosen photographs are sent at once, and the page says so while they are on their way.
"use strict";

for (const form of document.querySelectorAll("form[data-send]")) {
  const says = form.querySelector("[data-sending]");
  form.addEventListener("change", () => form.requestSubmit());
  form.addEventListener("submit", () => { says.textContent = says.dataset.sending; });
}
