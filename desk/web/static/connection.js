// The connection to the server, on every page: a strip says when nothing is heard of it any more, and since when.
//
// connection.isLost()          whether the server is out of reach, as far as this page knows
// connection.say(who, words)   adds a sentence to the strip, "" takes it away; `who` names whose sentence it is
// connection.pause(tries)      milliseconds to wait after so many failures in a row: 1, 2, 4, ... 30 seconds
// connection.fetch(address, options)  as `fetch`, but it gives up after 20 seconds
// connection.check()           asks the server for a sign, after a request that failed
// document hears "connection:lost" and "connection:back"
"use strict";

const connection = (() => {
  const strip = document.querySelector("[data-lost]");
  const SILENT_MS = 40_000, GRACE_MS = 1_500, LONGEST_MS = 30_000, PATIENCE_MS = 20_000;  // the server gives a sign of life every 15 s
  const sentences = new Map();
  let source = null, heard = new Date(), lost = false, doubt = 0, leaving = false, changes = 0;

  const say = (who, words) => {
    if (words) sentences.set(who, words); else sentences.delete(who);
    const text = [...sentences.values()].join(" ");
    if (strip && strip.textContent !== text) strip.textContent = text;
  };
  const clock = () => heard.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  const change = (now) => {
    window.clearTimeout(doubt);
    doubt = 0;
    if (leaving || lost === now) return;
    lost = now;
    say("connection", lost && strip ? strip.dataset.lost.replace("{time}", clock()) : "");
    document.dispatchEvent(new Event(lost ? "connection:lost" : "connection:back"));
  };
  const hear = () => { heard = new Date(); change(false); };
  const suspect = () => { if (!lost && !doubt) doubt = window.setTimeout(change, GRACE_MS, true); };
  // A connection may die without a sign, as when a phone leaves the room: closing it makes htmx open another.
  const renew = () => {
    if (!source || source.readyState === EventSource.CLOSED) return;
    source.close();
    source.dispatchEvent(new Event("error"));
  };

  const fetchSoon = (address, options = {}) => {
    const stop = new AbortController(), timer = window.setTimeout(() => stop.abort(), PATIENCE_MS);
    return fetch(address, { ...options, signal: stop.signal }).finally(() => window.clearTimeout(timer));
  };
  const check = () => fetchSoon("/static/icon.svg", { method: "HEAD", cache: "no-store" }).catch(() => { change(true); renew(); });

  window.htmx.createEventSource = (address) => {
    const fresh = source = new EventSource(address);
    for (const event of ["open", "alive", "changed"]) fresh.addEventListener(event, hear);
    for (const event of ["changed", "sending"]) fresh.addEventListener(event, () => { changes += 1; });
    fresh.addEventListener("error", suspect);
    return fresh;
  };
  // What changes while an answer is on its way may be missing in it, and whatever it replaces asks no more: what stands
  // in its place does.
  document.addEventListener("htmx:beforeRequest", (event) => { event.detail.requestConfig.changes = changes; });
  document.addEventListener("htmx:afterSettle", (event) => {
    const { elt, changes: before } = event.detail.requestConfig ?? {};
    if (!elt || before === changes) return;
    for (const one of [event.target, ...event.target.querySelectorAll("[hx-trigger]")]) {
      if (one !== elt && one.matches("[hx-trigger*='sse:changed']")) window.htmx.trigger(one, "sse:changed");
    }
  });

  // What comes by itself waits while somebody holds down a button or a key in what it would replace: there would be
  // nothing left to click. The click of a finger comes a moment after it is lifted; that a mouse was let go over a menu
  // of the browser is never told.
  const LIFTED_MS = 300, FORGOTTEN_MS = 60_000, late = new Set();
  let held = null, releasing = 0;
  const release = () => {
    held = null;
    for (const part of late) if (part.isConnected) window.htmx.trigger(part, /sse:\w+/.exec(part.getAttribute("hx-trigger"))[0]);
    late.clear();
  };
  const releaseIn = (ms) => { window.clearTimeout(releasing); releasing = window.setTimeout(release, ms); };
  const hold = (event) => { held = event.target; releaseIn(FORGOTTEN_MS); };
  const lift = () => releaseIn(LIFTED_MS);
  for (const begin of ["pointerdown", "keydown"]) document.addEventListener(begin, hold, true);
  for (const end of ["pointerup", "pointercancel", "keyup"]) document.addEventListener(end, lift, true);
  window.addEventListener("blur", lift);
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt } = event.detail.requestConfig;
    if (!event.detail.shouldSwap || !elt.matches("[hx-trigger*='sse:']") || !event.detail.target.contains(held)) return;
    event.detail.shouldSwap = false;
    late.add(elt);
  });

  window.setInterval(() => {
    if (source && !lost && new Date() - heard > SILENT_MS) { change(true); renew(); }
  }, 1_000);
  // The old connection is closed with it: what is still on its way there would say that all is well. Where the server is
  // this very computer, the next one opens at once.
  window.addEventListener("offline", () => { change(true); renew(); });
  window.addEventListener("online", renew);
  window.addEventListener("pagehide", () => { leaving = true; });
  window.addEventListener("pageshow", () => { leaving = false; });

  return {
    isLost: () => lost,
    say,
    check,
    fetch: fetchSoon,
    pause: (tries) => Math.min(LONGEST_MS, 1000 * 2 ** Math.max(0, tries - 1)),
  };
})();
