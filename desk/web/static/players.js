// Spieler: the list is filtered while somebody types; a tick that is refused shows the whole page with the reason.
"use strict";

const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

for (const field of document.querySelectorAll("[data-find]")) {
  const rows = () => document.querySelectorAll(`#${field.dataset.find} tbody tr`), found = document.getElementById("found");
  const filter = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows()) {
      row.hidden = !words.every((word) => plain(row.textContent).includes(word));
      if (!row.hidden) { shown += 1; }
    }
    found.textContent = shown ? "" : found.dataset.none;
  };
  field.addEventListener("input", filter);
  document.addEventListener("htmx:afterSettle", filter);
}
document.addEventListener("htmx:responseError", (event) => event.target.closest("form")?.submit());
