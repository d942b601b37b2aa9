// A tournament's file, or a backup, can be dropped anywhere on the page; it is sent by the page's own form.
"use strict";

{
  const form = document.querySelector("[data-drop]");
  const input = form.querySelector("input[type=file]"), words = form.querySelector("[data-sending]");
  const hint = document.querySelector("[data-hint]");
  const send = () => {
    form.parentElement.hidden = false;
    words.textContent = words.dataset.sending;
    form.submit();
  };
  const mark = (over) => document.body.classList.toggle("over", over);

  if (hint) hint.hidden = false;
  form.addEventListener("submit", () => { words.textContent = words.dataset.sending; });
  document.addEventListener("dragover", (event) => { event.preventDefault(); mark(true); });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(false); });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    if (!event.dataTransfer.files.length) return;
    input.files = event.dataTransfer.files;
    send();
  });
}
