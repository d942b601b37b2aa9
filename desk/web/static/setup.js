// Files may be dropped on a form that has a field for one. Without a script the field does the same.
"use strict";

for (const form of document.querySelectorAll("[data-drop]")) {
  const mark = (over) => form.classList.toggle("dropping", over);
  form.addEventListener("dragover", (event) => {
    if (event.dataTransfer.types.includes("Files")) { event.preventDefault(); mark(true); }
  });
  form.addEventListener("dragleave", (event) => { if (!form.contains(event.relatedTarget)) { mark(false); } });
  form.addEventListener("drop", (event) => {
    mark(false);
    if (!event.dataTransfer.files.length) { return; }
    event.preventDefault();
    const field = form.elements[form.dataset.drop];
    field.files = event.dataTransfer.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

for (const field of document.querySelectorAll("[data-send]")) {
  field.addEventListener("change", () => { if (field.files.length) { field.form.requestSubmit(); } });
}

document.addEventListener("keydown", (event) => {
  const take = event.key === "Enter" && (event.ctrlKey || event.metaKey) && document.querySelector("#foot button[name=go]");
  if (take) { event.preventDefault(); take.click(); }
});

// The way back shows what was answered: the answers stand in this page's address before the next one opens.
for (const form of document.querySelectorAll("[data-keep]")) {
  form.addEventListener("submit", () => history.replaceState(history.state, "", `?${new URLSearchParams(new FormData(form))}`));
}
