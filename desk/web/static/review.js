// Prüfen: one key an item. Every key presses a button or chooses a field that is on the page anyway.
"use strict";

(() => {
  const find = (selector) => document.querySelector(`#review ${selector}`);
  const list = (selector) => [...document.querySelectorAll(`#review ${selector}`)];
  const focusDoubtful = (among = "") => {
    const field = find("[data-points][data-doubtful]") || find(`${among}[data-doubtful]`) || find("[data-points]") || find("[data-choice]");
    if (field) { field.focus({ preventScroll: true }); if (field.select && field.type === "text") field.select(); }
    return field;
  };
  const withKeys = () => window.matchMedia("(hover: hover) and (pointer: fine)").matches;

  // Somebody else decided what was on the screen, and another item came: keys and taps meant for the old one are dropped.
  const QUIET_MS = 800;
  let quiet = 0;
  const isQuiet = (event) => {
    if (Date.now() >= quiet && !find("#decision[inert]")) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const isTyped = () => list("#decision input, #decision select").some((one) => (one.type === "checkbox" || one.type === "radio" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue && one.tagName === "INPUT"));
  const isSending = () => Boolean(find("#decision.htmx-request"));
  document.addEventListener("click", (event) => { if (event.target.closest("#decision")) isQuiet(event); }, true);
  document.addEventListener("htmx:beforeRequest", (event) => {
    // Whoever types, or has just decided, finishes, and is told then.
    if (event.detail.elt.id === "news" && (isTyped() || isUnsent() || isSending())) event.preventDefault();
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "review" && event.detail.requestConfig?.elt?.id === "news") quiet = Date.now() + QUIET_MS;
  });

  document.addEventListener("keydown", (event) => {
    if (!find("form") || isQuiet(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const free = event.target.closest("[data-free]");
    if (event.key === "Enter") {
      if (event.repeat) event.preventDefault();
      else if (!event.target.closest("a, button, input, summary")) { event.preventDefault(); find("form .main")?.click(); }
      return;
    }
    if (event.key === "Escape") { find(".keys")?.removeAttribute("open"); return; }
    if (free || event.repeat) return;
    const choice = find(`[data-choice="${CSS.escape(event.key)}"]`);
    if (choice) { event.preventDefault(); choice.checked = true; choice.focus(); say(); return; }
    const button = find(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (button) { event.preventDefault(); button.click(); return; }
    if (/^[-+0-9]$/.test(event.key) && !event.target.closest("[data-points]")) focusDoubtful("[data-points]");
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const asked = event.detail.requestConfig.elt;  // news of an item that is gone meanwhile is no news
    if (asked.id === "news") {
      event.detail.shouldSwap &&= event.detail.xhr.status === 200 && asked.isConnected && !isTyped() && !isSending();
    } else if (event.detail.xhr.status >= 400 && event.detail.target.id === "review") {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });

  // A decision that the server did not get is kept; until it has it, its item stays on the page, and no key touches it.
  const isUnsent = () => Boolean(keptDecisions?.count());
  const showUnsent = () => {
    const form = find("#decision"), note = document.getElementById("unsent");
    if (form) form.inert = isUnsent();
    if (note) note.hidden = !isUnsent();
  };
  const keep = (event) => {
    const { elt, requestConfig } = event.detail;
    if (elt.id !== "decision" || !keptDecisions) { connection.check(); return; }
    keptDecisions.keep(requestConfig.path, Object.fromEntries(Object.entries(requestConfig.parameters)));
  };
  for (const failure of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(failure, keep);
  document.addEventListener("decisions:kept", showUnsent);
  document.addEventListener("decisions:answered", (event) => {
    quiet = Date.now() + QUIET_MS;
    window.htmx.swap("#review", event.detail, { swapStyle: "innerHTML" });
    prepare();
  });

  // The main button says what will count, also while somebody types.
  const read = (text) => Number(text.trim().replace(/[\u2212\u2013]/g, "-"));
  const sign = (text) => (/^\d/.test(text.trim()) && read(text) ? `+${text.trim()}` : text.trim().replace(/^-(?=\d)/, "\u2212"));
  const NOW = { value: "value", checked: "checked" }, FIRST = { value: "defaultValue", checked: "defaultChecked" };
  const collect = (when) => {
    const fields = list("[data-points]"), free = find("input[type=text][data-says]"), isOn = (one) => one[when.checked];
    if (fields.length) return !fields.some((one) => /\d/.test(one[when.value])) ? "" : [...fields.map((one) => sign(one[when.value])), ...list(".tick input").filter(isOn).map((one) => one.parentElement.firstChild.nextSibling.textContent.trim())].join(" ");
    return free?.[when.value].trim() || list("[data-says]").find(isOn)?.dataset.says || "";
  };
  const say = () => {
    const words = find("[data-counts]"), sum = find("[data-sum]");
    if (words) {
      const typed = collect(NOW), same = typed === collect(FIRST) && words.dataset.counts;
      words.dataset.plain ??= words.textContent;
      words.textContent = same ? words.dataset.counts : /\d|\p{L}/u.test(typed) ? words.dataset.typed.replace("\u00a7", typed) : words.dataset.plain;
    }
    if (sum) {
      const numbers = list("[data-points]").map((one) => read(one.value)), whole = numbers.reduce((one, other) => one + other, 0);
      const shown = numbers.every(Number.isFinite) && list("[data-points]").some((one) => one.value.trim());
      sum.textContent = shown ? sum.dataset.zero.replace("\u00a7", sign(String(whole))) : "";
      sum.classList.toggle("sure", whole === 0);
    }
  };
  document.addEventListener("input", (event) => { if (event.target.closest("#decision")) say(); });

  // A photograph that is not at hand leaves its room blank.
  document.addEventListener("error", (event) => { if (event.target.closest?.("#decision img")) event.target.classList.add("missing"); }, true);

  // Number keys of phones have no minus: a button beside each input changes the sign.
  const offerSigns = () => list("[data-flip]").forEach((button) => {
    button.hidden = false;
    document.getElementById(button.dataset.flip).inputMode = "numeric";
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-flip]");
    if (!button) return;
    const field = document.getElementById(button.dataset.flip);
    const [, minus, number] = /^([-+\u2212]?)(.*)$/.exec(field.value.trim());
    field.value = (minus === "-" || minus === "\u2212" ? "+" : "\u2212") + number;
    say();
  });
  const prepare = () => {
    showUnsent();
    if (!find("form")) return;
    say();
    if (find(".words, .review-head").getBoundingClientRect().top < 0) window.scrollTo(0, 0);
    if (!withKeys()) offerSigns(); else if (!isTyped()) focusDoubtful();  // whoever types already stays where he is
  };
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "review") { prepare(); keptDecisions?.resume(); } });
  // Back and forward: the page comes whole; one that is no more (its sheet was moved) is asked for anew.
  document.addEventListener("htmx:historyRestore", prepare);
  document.addEventListener("htmx:historyCacheMissLoadError", () => location.reload());
  document.addEventListener("DOMContentLoaded", prepare);
})();
