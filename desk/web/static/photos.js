// Photographs are chosen, dropped or pasted; the list says of each what has arrived.
"use strict";

(() => {
  const section = document.querySelector("[data-sending]");
  if (!section || !photoQueue) return;
  const list = section.querySelector("ul"), title = section.querySelector("[data-title]"), note = section.querySelector("[data-note]");
  const again = section.querySelector("[data-retry]"), entry = section.querySelector("template"), { words, fill } = photoQueue;
  const pictures = new Map();
  let drawing = Promise.resolve();

  // A small picture, drawn one after the other: sixty photographs at once would not fit into a telephone's memory.
  const draw = (photo, canvas) => {
    drawing = drawing.then(async () => {
      const bitmap = await createImageBitmap(photo.blob, { resizeWidth: 168 });
      [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
      canvas.getContext("2d").drawImage(bitmap, 0, 0);
      bitmap.close();
    }).catch(() => {});  // what this browser cannot draw, such as HEIC, is sent all the same
  };
  const megabytes = (bytes) => (bytes / 1e6).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const makeLine = (photo) => {
    const line = entry.content.firstElementChild.cloneNode(true);
    line.querySelector("[data-name]").textContent = photo.name || words["no-name"];
    line.querySelector("progress").setAttribute("aria-label", photo.name || words["no-name"]);
    line.querySelector("[data-remove]").addEventListener("click", () => photoQueue.remove(photo.id));
    draw(photo, line.querySelector("canvas"));
    return line;
  };
  const describe = (photo) => {
    if (photo.state === "refused" || (photo.words && photo.state === "waits")) return photo.words;
    if (photo.sent) return fill("bytes", { sent: megabytes(photo.sent), all: megabytes(photo.size) });
    return fill("unsent", { all: megabytes(photo.size) });
  };
  const update = (line, photo) => {
    const chip = line.querySelector("[data-state]"), bar = line.querySelector("progress");
    chip.textContent = words[`state-${photo.state}`];
    chip.className = `chip ${{ waits: "open", sends: "", refused: "wrong" }[photo.state]}`;
    line.querySelector("[data-bytes]").textContent = describe(photo);
    bar.value = photo.sent / Math.max(1, photo.size);
    bar.hidden = photo.state === "refused";
    line.querySelector("[data-remove]").hidden = photo.state !== "refused";
  };
  const show = () => {
    const photos = photoQueue.list(), done = photoQueue.arrived();
    section.hidden = !photos.length && (!done || "brief" in section.dataset);  // the table's page then shows its verdict
    title.textContent = photos.length ? fill("title", { done, all: photos.length + done }) : done === 1 ? words["all-one"] : fill("all-many", { done });
    note.textContent = !photos.length ? "" : words[photos.every((one) => one.kept || one.state === "refused") ? "kept" : "not-kept"];
    again.hidden = !photos.some((one) => one.state === "waits" && one.words) && !connection.isLost();
    const known = new Set(photos.map((one) => one.id));
    for (const [id, line] of pictures) if (!known.has(id)) { line.remove(); pictures.delete(id); }
    for (const photo of photos) {
      if (!pictures.has(photo.id)) { pictures.set(photo.id, makeLine(photo)); list.append(pictures.get(photo.id)); }
      update(pictures.get(photo.id), photo);
    }
  };

  document.addEventListener("photos:changed", show);
  document.addEventListener("photos:arrived", () => {
    const sent = document.getElementById("sent");
    if (sent) window.htmx.trigger(sent, "sse:changed");
  });
  document.addEventListener("connection:back", show);
  again.addEventListener("click", () => photoQueue.retry());
  // Of a list without a code the sender says round and table; the next photograph is of another table.
  const form = document.querySelector("form[data-send]");
  const add = (files) => {
    const { round, table } = form?.elements ?? {}, shown = document.getElementById("sent")?.dataset.round;
    photoQueue.add(files, { round: shown || round?.value, table: table?.value });
    if (table) table.value = "";
  };
  for (const input of document.querySelectorAll("form[data-send] input[type=file]")) {
    input.addEventListener("change", () => { add(input.files); input.value = ""; });
  }
  const carriesFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  const mark = (over) => document.documentElement.classList.toggle("dropping", over);
  document.addEventListener("dragover", (event) => { if (carriesFiles(event)) { event.preventDefault(); mark(true); } });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(false); });
  document.addEventListener("drop", (event) => {
    mark(false);
    if (carriesFiles(event)) { event.preventDefault(); add(event.dataTransfer.files); }
  });
  document.addEventListener("paste", (event) => {
    if (event.clipboardData?.files.length) { event.preventDefault(); add(event.clipboardData.files); }
  });
  show();
})();
