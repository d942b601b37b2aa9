// Von Hand eintragen: each row's check and the running sums; Enter goes on to the next field.
"use strict";

for (const form of document.querySelectorAll("form[data-typing]")) {
  const read = (field) => {
    const text = field.value.replace(/\s/g, "").replace(/[−–]/g, "-").replace(/[.,]0{1,2}$/, "");
    return /^[+-]?\d+$/.test(text) ? Number(text) : ["", "-", "/"].includes(text) ? 0 : NaN;
  };
  const write = (points) => (points > 0 ? `+${points}` : Number.isNaN(points) ? "?" : String(points));
  const add = () => {
    const sums = {};
    for (const row of form.querySelectorAll("[data-row]")) {
      const fields = [...row.querySelectorAll("[data-seat]")];
      const whole = fields.reduce((sum, field) => sum + read(field), 0);
      fields.forEach((field) => { sums[field.dataset.seat] = (sums[field.dataset.seat] || 0) + read(field); });
      const check = row.querySelector("[data-check]");
      check.textContent = !("anySum" in form.dataset) && fields.some((field) => field.value.trim()) ? (whole === 0 ? "✓ 0" : `! ${write(whole)}`) : "";
    }
    form.querySelectorAll("[data-sum]").forEach((one) => { one.textContent = write(sums[one.dataset.sum] || 0); });
  };
  const fields = [...form.querySelectorAll("[data-seat]")];
  form.addEventListener("input", add);
  form.addEventListener("keydown", (event) => {
    const at = event.key === "Enter" ? fields.indexOf(event.target) : -1;
    if (at >= 0 && at + 1 < fields.length) { event.preventDefault(); fields[at + 1].focus(); }
  });
  add();
}
