// Stand: shows only the lines in which every typed word stands, also after the list came again.
"use strict";

(() => {
  const field = document.querySelector("[data-find]");
  if (!field) { return; }
  field.closest("[data-needs-script]").hidden = false;
  const find = () => {
    const words = field.value.toLowerCase().split(/\s+/);
    document.querySelectorAll(field.dataset.find).forEach((line) => {
      const text = line.textContent.toLowerCase();
      line.hidden = !words.every((word) => text.includes(word));
    });
  };
  field.addEventListener("input", find);
  document.addEventListener("htmx:afterSwap", find);
})();
