// Eigene Liste: a click on a column of the picture asks what stands there, and the answers show in the picture at once.
"use strict";

(() => {
  const begin = (form) => {
    const lesson = form.closest(".lesson"), chooser = lesson.querySelector(".chooser"), { unsaid, each } = form.dataset;
    const columns = [...lesson.querySelectorAll("a.column")], rows = [...lesson.querySelectorAll(".rowmark")];
    const groupOf = (column) => form.elements[`group.${column.dataset.group}`];
    const single = (column) => form.elements[`column.${column.dataset.column}`];
    const alike = (column) => columns.filter((one) => one.dataset.group === column.dataset.group);

    // The role of a column: said for all that are alike, in turns, or for itself.
    const roleOf = (column) => {
      const said = groupOf(column).value;
      if (said === each) { return single(column).value; }
      const turns = said.split(",");
      return turns[alike(column).indexOf(column) % turns.length];
    };
    const find = (column, role) => [...groupOf(column).options].find((one) => one.value === role);
    const show = () => {
      const seats = {};
      for (const column of columns) {
        const role = roleOf(column), option = role && find(column, role), text = column.querySelector("text");
        if (option && "seat" in option.dataset) { seats[role] = (seats[role] || 0) + 1; }
        text.textContent = option ? `${option.dataset.short} ${"seat" in option.dataset ? seats[role] : ""}`.trim() : unsaid;
        column.classList.toggle("said", Boolean(option));
        column.setAttribute("aria-label", `${column.getAttribute("aria-label").replace(/: [^:]*$/, "")}: ${text.textContent}`);
        const parts = groupOf(column).closest(".question").querySelector("details");
        if (parts && groupOf(column).value === each) { parts.open = true; }
      }
      const [first, last, sums] = ["first", "last", "sums"].map((name) => Number(form.elements[name].value));
      for (const row of rows) {
        const number = Number(row.dataset.row);
        row.classList.toggle("sum", number === sums);
        row.classList.toggle("game", number !== sums && number >= first && number <= last);
      }
    };
    const say = (column, role, only) => {
      if (alike(column).length > 1 && (only || "single" in find(column, role).dataset)) {
        const before = alike(column).map((one) => [one, roleOf(one)]);
        groupOf(column).value = each;
        for (const [one, said] of before) { single(one).value = one === column ? role : said; }
      } else {
        groupOf(column).value = role;
      }
      show();
    };

    // The questions as buttons beside the picture, or on a telephone below it.
    const close = () => { chooser.hidden = true; columns.forEach((one) => one.classList.remove("chosen")); };
    const makeButton = (words, act) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = words;
      button.addEventListener("click", act);
      return button;
    };
    const ask = (column) => {
      const question = groupOf(column).closest(".question"), title = chooser.querySelector("h2"), group = alike(column);
      const tick = document.createElement("label"), box = document.createElement("input");
      const mark = () => columns.forEach((one) => one.classList.toggle("chosen", box.checked ? one === column : group.includes(one)));
      box.type = "checkbox";
      box.checked = groupOf(column).value === each;
      box.addEventListener("change", mark);
      tick.className = "tick";
      tick.append(box, ` ${chooser.dataset.only}`);
      title.textContent = question.querySelector("label").firstChild.textContent.trim();
      const answers = [...groupOf(column).options].filter((one) => one.value && one.value !== each);
      const buttons = answers.map((one) => makeButton(one.textContent, () => { say(column, one.value, box.checked); close(); column.focus({ preventScroll: true }); }));
      chooser.replaceChildren(title, ...(group.length > 1 ? [tick] : []), ...buttons, makeButton(chooser.dataset.close, () => { close(); column.focus({ preventScroll: true }); }));
      chooser.hidden = false;
      mark();
      buttons[0].focus({ preventScroll: true });
    };
    for (const column of columns) {
      column.addEventListener("click", (event) => { event.preventDefault(); ask(column); });
    }
    chooser.addEventListener("keydown", (event) => { if (event.key === "Escape") { close(); columns[0].focus({ preventScroll: true }); } });
    form.addEventListener("change", show);
    show();
  };

  const start = () => {
    const form = document.querySelector("form[data-columns]:not([data-begun])");
    if (form) { form.dataset.begun = ""; begin(form); }
  };
  start();
  document.addEventListener("htmx:afterSwap", start);

  // A photograph is sent as soon as it is chosen, or dropped anywhere on the page.
  const send = (files) => {
    const form = document.querySelector("form[data-list-photo]");
    if (form && files.length) { form.elements.photo.files = files; form.requestSubmit(); }
  };
  document.addEventListener("change", (event) => { if (event.target.matches("form[data-list-photo] input[type=file]")) { send(event.target.files); } });
  document.addEventListener("dragover", (event) => { if (document.querySelector("form[data-list-photo]")) { event.preventDefault(); } });
  document.addEventListener("drop", (event) => {
    if (document.querySelector("form[data-list-photo]")) { event.preventDefault(); send(event.dataTransfer.files); }
  });
})();
