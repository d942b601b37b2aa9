// Photographs on their way, on every page of those who send them: kept in this browser until the server has them.
//
// Each is sent by itself, and goes on where its connection was cut; after a failure comes another try, with growing
// pauses. Over a reload, and in another tab, the waiting ones are still there (IndexedDB).
//
// photoQueue.list()        the photographs: { id, name, size, blob, sent, state, words, kept }; a `state` is "waits",
//                          "sends" or "refused"
// photoQueue.add(files, place)  takes files in, { round, table } of sheets that name none; photoQueue.remove(id) forgets a
//                          refused one
// photoQueue.arrived()     how many the server has got since this page was opened
// photoQueue.retry()       ends the pause
// document hears "photos:changed" and, of one that the server has now, "photos:arrived"
"use strict";

const photoQueue = (() => {
  const place = document.querySelector("[data-parts]");
  if (!place) return null;
  const { parts: address, mark, box } = place.dataset, words = JSON.parse(place.dataset.words);
  const MOST_BYTES = Number(place.dataset.most), STALLED_MS = 30_000, FOR_GOOD = ["no-photo", "too-large"];
  const photos = new Map();
  let arrived = 0, running = false, wake = () => {}, told = 0;

  const fill = (key, gaps = {}) => Object.entries(gaps).reduce((text, [gap, value]) => text.replaceAll(`{${gap}}`, value), words[key]);
  const tell = () => {
    const waiting = [...photos.values()].filter((one) => one.state === "waits"), lost = connection.isLost();
    const reason = lost ? "" : waiting.find((one) => one.words)?.words;
    const key = `${lost ? "lost" : "waits"}-${waiting.length === 1 ? "one" : "many"}`;
    connection.say("photos", waiting.length && (lost || reason) ? fill(key, { count: waiting.length, reason }) : "");
    document.dispatchEvent(new Event("photos:changed"));
  };
  const tellSoon = () => { told ||= window.setTimeout(() => { told = 0; tell(); }, 100); };
  const change = (photo, news) => { Object.assign(photo, news); tell(); };

  // The store. Where the browser has none, as in some private windows, the photographs live as long as the page.
  const store = new Promise((resolve) => {
    try {
      const request = window.indexedDB.open("kiebitz-photos", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("photos", { keyPath: "id" });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch { resolve(null); }
  });
  const inStore = async (mode, act) => {
    const database = await store;
    if (!database) return null;
    return new Promise((resolve) => {
      try {
        const exchange = database.transaction("photos", mode), request = act(exchange.objectStore("photos"));
        exchange.oncomplete = () => resolve(request.result ?? true);
        exchange.onabort = exchange.onerror = () => resolve(null);
      } catch { resolve(null); }
    });
  };
  const keep = async ({ id, name, size, blob, when, refused, place }) => Boolean(await inStore("readwrite", (shelf) => shelf.put({ id, box, name, size, blob, when, refused, place })));
  const forget = (id) => { photos.delete(id); return inStore("readwrite", (shelf) => shelf.delete(id)); };

  const refuse = (photo, why) => { Object.assign(photo, { state: "refused", refused: why, words: words[why] }); return keep(photo); };

  const makeId = () => [...window.crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const add = async (files, place = {}) => {
    const fresh = [...files].map((file) => ({ id: makeId(), name: file.name, size: file.size, blob: file, when: Date.now(), sent: 0, state: "waits", words: "", refused: "", kept: false, place }));
    for (const photo of fresh) {
      photos.set(photo.id, photo);
      if (photo.size > MOST_BYTES || !photo.size) refuse(photo, photo.size ? "too-large" : "no-photo");
    }
    tell();
    for (const photo of fresh) {
      if (photo.state !== "refused") { photo.kept = await keep(photo); tell(); run(); }
    }
  };

  // One photograph. Each step either returns what the server says, or why it could not be asked.
  const read = (status, text) => {
    if (status === 200) return JSON.parse(text);
    return { failed: status === 401 || status === 403 ? "access" : status === 507 ? "full" : "busy" };
  };
  const ask = async (photo) => {
    try {
      const answer = await connection.fetch(`${address}${photo.id}?groesse=${photo.size}`);
      return read(answer.status, await answer.text());
    } catch { return { failed: "connection" }; }
  };
  const sayPlace = ({ round, table } = {}) => (round ? `&runde=${encodeURIComponent(round)}` : "") + (table ? `&tisch=${encodeURIComponent(table)}` : "");
  const sendRest = (photo, start) => new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let stalled = window.setTimeout(() => request.abort(), STALLED_MS);
    request.open("POST", `${address}${photo.id}?ab=${start}&groesse=${photo.size}&name=${encodeURIComponent(photo.name.slice(0, 100))}${sayPlace(photo.place)}`);
    request.setRequestHeader("X-CSRF", mark);
    request.upload.onprogress = (event) => {
      window.clearTimeout(stalled);
      stalled = window.setTimeout(() => request.abort(), STALLED_MS);
      photo.sent = start + event.loaded;
      tellSoon();
    };
    request.onload = () => resolve(read(request.status, request.responseText));
    request.onerror = request.onabort = () => resolve({ failed: "connection" });
    request.onloadend = () => window.clearTimeout(stalled);
    request.send(photo.blob.slice(start));
  });
  const isReadable = (blob) => blob.slice(0, 1).arrayBuffer().then(() => true, () => false);
  const send = async (photo) => {
    change(photo, { state: "sends", words: "" });
    let answer = await ask(photo);
    if (!answer.failed && !answer.receipt && !answer.wait_s) {
      photo.sent = answer.bytes;
      answer = await sendRest(photo, answer.bytes);
    }
    if (answer.failed && !(await isReadable(photo.blob))) return { receipt: "unreadable" };
    return answer;
  };

  // What comes of an answer: milliseconds to wait before the next one is sent.
  const settle = async (photo, answer, tries) => {
    if (answer.receipt === "new" || answer.receipt === "again") {
      arrived += 1;
      await forget(photo.id);
      document.dispatchEvent(new Event("photos:arrived"));
      return 0;
    }
    if (answer.receipt === "unreadable" || FOR_GOOD.includes(answer.receipt)) {
      refuse(photo, answer.receipt);
      return 0;
    }
    if (answer.wait_s) {
      const until = new Date(Date.now() + 1000 * answer.wait_s).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
      change(photo, { state: "waits", words: fill("allowance", { time: until }) });
      return 1000 * answer.wait_s;
    }
    if (answer.failed === "connection") connection.check();
    change(photo, { state: "waits", words: answer.failed ? words[answer.failed] : "" });
    return connection.pause(tries);
  };
  const run = async () => {
    if (running) return;
    running = true;
    let tries = 0;
    for (let next; (next = [...photos.values()].find((one) => one.state === "waits"));) {
      const pause = await settle(next, await send(next), tries + 1);
      tries = pause ? tries + 1 : 0;
      tell();
      if (pause) await new Promise((resolve) => { wake = resolve; window.setTimeout(resolve, pause); });
    }
    running = false;
  };

  inStore("readonly", (shelf) => shelf.getAll()).then((found) => {
    const own = (Array.isArray(found) ? found : []).filter((one) => one.box === box).sort((a, b) => a.when - b.when);
    for (const one of own) photos.set(one.id, { ...one, sent: 0, state: one.refused ? "refused" : "waits", words: words[one.refused] || "", kept: true });
    if (own.length) { tell(); run(); }
  });
  document.addEventListener("connection:lost", tell);
  document.addEventListener("connection:back", () => { tell(); wake(); });
  window.addEventListener("beforeunload", (event) => {
    if ([...photos.values()].some((one) => !one.kept && one.state !== "refused")) event.preventDefault();
  });

  return { list: () => [...photos.values()], add, remove: (id) => forget(id).then(tell), arrived: () => arrived, retry: () => wake(), words, fill };
})();
