// Bogen: the chosen field has the keys of its buttons.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.key.length > 1) { return; }
  const button = document.querySelector(`#field [data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (button) { event.preventDefault(); button.click(); }
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "field") { event.target.scrollIntoView({ block: "nearest" }); }
});
