// Prüfen: one key an item. Every key presses a button or chooses a field that is on the page anyway.
"use strict";

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
  // Back and forward: the page comes whole; one that is no more (its sheet was moved) is asked for anew.
  document.addEventListener("htmx:historyRestore", () => { if (find("form")) prepare(); });
  document.addEventListener("htmx:historyCacheMissLoadError", () => location.reload());
  document.addEventListener("DOMContentLoaded", () => { if (find("form")) prepare(); });
})();
