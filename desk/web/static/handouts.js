// A file that is dropped onto the frame is sent at once, as if it had been chosen and the button pressed.
"use strict";

document.addEventListener("dragover", (event) => {
  const frame = event.target.closest("[data-drop]");
  if (!frame) { return; }
  event.preventDefault();
  frame.classList.add("over");
});
document.addEventListener("dragleave", (event) => event.target.closest?.("[data-drop]")?.classList.remove("over"));
document.addEventListener("drop", (event) => {
  const frame = event.target.closest("[data-drop]");
  if (!frame || !event.dataTransfer.files.length) { return; }
  event.preventDefault();
  frame.querySelector("input[type=file]").files = event.dataTransfer.files;
  frame.requestSubmit();
});
