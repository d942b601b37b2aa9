// Decisions that could not be sent: kept in this browser, also over a reload, and sent in order once the server answers.
//
// keptDecisions.keep(path, values)  keeps the form of a decision
// keptDecisions.count()             how many wait
// document hears "decisions:kept" after each change, and "decisions:answered" with the page's part that came back
"use strict";

const keptDecisions = (() => {
  const place = document.querySelector("[data-kept]");
  if (!place) return null;
  const key = `kiebitz-decisions ${place.dataset.kept}`, words = place.dataset;
  const BROKEN = [502, 503, 504], SHUT_OUT = [401, 403];
  let tries = 0, timer = 0, running = false, fallback = [];

  const list = () => {
    try { return JSON.parse(window.localStorage.getItem(key) ?? "[]"); } catch { return fallback; }
  };
  const store = (all) => {
    fallback = all;
    try { window.localStorage.setItem(key, JSON.stringify(all)); } catch { /* a private window: kept until it is closed */ }
    const text = all.length === 1 ? words.one : words.many.replace("{count}", all.length);
    connection.say("decisions", all.length ? text : "");
    document.dispatchEvent(new Event("decisions:kept"));
  };
  const post = ({ path, values }) => connection.fetch(path, {
    method: "POST",
    headers: { "HX-Request": "true", "X-CSRF": words.mark, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...values, csrf: words.mark }),
  });
  const tryLater = () => {
    tries += 1;
    window.clearTimeout(timer);
    timer = window.setTimeout(send, connection.pause(tries));
  };
  // An answer that asks something (409, 422) ends the round: it is shown, and the rest waits until it is settled.
  const sendAll = async () => {
    let part = null;
    for (let [first] = list(); first; [first] = list()) {
      const answer = await post(first);
      if (BROKEN.includes(answer.status)) throw new Error("the server is not there");
      if (SHUT_OUT.includes(answer.status)) { connection.say("decisions", words.out); return; }
      part = await answer.text();
      tries = 0;
      store(list().slice(1));
      if (answer.status >= 400) break;
    }
    if (part !== null) document.dispatchEvent(new CustomEvent("decisions:answered", { detail: part }));
  };
  const send = async () => {
    if (running || !list().length) return;
    running = true;
    try { await sendAll(); } catch { connection.check(); tryLater(); } finally { running = false; }
  };

  document.addEventListener("connection:back", () => { tries = 0; send(); });
  document.addEventListener("DOMContentLoaded", () => { if (list().length) { store(list()); send(); } });

  return {
    keep: (path, values) => { store([...list(), { path, values }]); tryLater(); },
    resume: () => { if (list().length) send(); },
    count: () => list().length,
  };
})();
