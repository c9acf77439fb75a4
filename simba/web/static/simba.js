// The page works without this file; it adds history, copying, the theme, keys, and the steps without another page.
"use strict";
{
  const byId = (id) => document.getElementById(id);
  const load = (key, fallback) => {
    try { return JSON.parse(localStorage.getItem(key)) ?? fallback; } catch { return fallback; }
  };
  const save = (key, value) => {
    try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* storage is forbidden or full */ }
  };

  // Theme: as in the system, light, dark.
  const themes = { system: "как в системе", light: "светлая", dark: "тёмная" };
  const button = byId("theme");
  const current = () => document.documentElement.dataset.theme ?? "system";
  const nameTheme = () => { button.textContent = "Тема: " + themes[current()]; };
  button.hidden = false;
  nameTheme();
  button.addEventListener("click", () => {
    const names = Object.keys(themes);
    const next = names[(names.indexOf(current()) + 1) % names.length];
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try { localStorage.setItem("simba-theme", next); } catch { /* only for this page then */ }
    nameTheme();
  });

  // Keys.
  const box = byId("q");
  const form = byId("ask");
  if (box) {
    byId("keys").hidden = false;
    document.addEventListener("keydown", (event) => {
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        box.focus();
        box.select();
      } else if (event.key === "Escape" && document.activeElement === box) box.value = "";
    });
    form.addEventListener("submit", () => {
      form.classList.add("busy");
      form.setAttribute("aria-busy", "true");
    });
    addEventListener("pageshow", () => {  // also when the page comes back from the browser's cache
      form.classList.remove("busy");
      form.removeAttribute("aria-busy");
    });
  }

  // History: in this browser only.
  const key = "simba-history";
  const section = byId("history");
  if (section) {
    const article = document.querySelector("article[data-question]");
    // What was asked: the question and, if any, which namesake the reader chose, and what it took up.
    const asked = article && {
      q: article.dataset.question,
      ...Object.fromEntries(["entity", "form", "context", "reading"]
        .filter((name) => article.dataset[name]).map((name) => [name, article.dataset[name]])),
    };
    const isOne = (one) => ["q", "entity", "form", "context", "reading"].every((name) =>
      typeof one?.[name] === "string" || (name !== "q" && one?.[name] === undefined));
    const stored = load(key, []);
    const history = (Array.isArray(stored) ? stored : [])
      .map((one) => typeof one === "string" ? { q: one } : one)  // as it was kept before there were choices
      .filter(isOne);
    const earlier = history.filter((one) =>
      !asked || ["q", "entity", "form", "context"].some((name) => one[name] !== asked[name]));
    if (asked) save(key, [asked, ...earlier].slice(0, 20));
    for (const { q, entity, form: chosen, context, reading } of earlier.slice(0, 12)) {
      const link = document.createElement("a");
      link.href = form.action + "?" + new URLSearchParams(
        { q, ...(entity && { entity }), ...(chosen && { form: chosen }), ...(context && { context }) });
      const text = document.createElement("bdi");
      text.textContent = reading ? q + " — " + reading : q;
      link.append(text);
      const item = document.createElement("li");
      item.append(link);
      byId("history-list").append(item);
    }
    section.hidden = earlier.length === 0;
    byId("history-clear").addEventListener("click", () => {
      save(key, []);
      section.hidden = true;
      box?.focus();
    });
  }

  // Copying.
  for (const copies of navigator.clipboard ? document.querySelectorAll(".copies") : []) {
    const copied = copies.querySelector("[role=status]");
    copies.hidden = false;
    copies.addEventListener("click", async (event) => {
      const source = byId(event.target.dataset?.copy ?? "");
      if (!source) return;
      try {
        const text = source.href ?? source.textContent;
        const tidy = () => JSON.stringify(JSON.parse(text), null, 2);
        await navigator.clipboard.writeText(source.dataset.kind === "json" ? tidy() : text);
        copied.textContent = "Скопировано";
      } catch {
        copied.textContent = "Браузер не разрешил";
      }
    });
  }

  // A link to a step opens it.
  const reveal = () => {
    const target = location.hash.length > 1 ? byId(location.hash.slice(1)) : null;
    if (target?.tagName === "DETAILS") target.open = true;
    return target;
  };
  addEventListener("hashchange", reveal);
  reveal();

  // The steps of the reasoning come when they are asked for, out of the page that their link leads to. XMLHttpRequest
  // reads a document; of text, the page's policy would let nobody make one.
  const place = byId("steps");
  for (const link of document.querySelectorAll("a[data-steps]")) {
    link.addEventListener("click", (event) => {
      if (byId("steps") !== place) return;  // they are here
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;  // another tab
      event.preventDefault();
      if (place.hasAttribute("aria-busy")) return;
      place.setAttribute("aria-busy", "true");
      const request = new XMLHttpRequest();
      request.open("GET", link.href);
      request.responseType = "document";
      request.addEventListener("loadend", () => {
        place.removeAttribute("aria-busy");
        const steps = request.response?.getElementById("steps");
        if (!steps) {
          location.assign(link.href);  // which says what is wrong
          return;
        }
        place.replaceWith(document.adoptNode(steps));
        history.replaceState(null, "", link.href);
        const target = reveal() ?? steps;
        (target.querySelector("summary, h2") ?? target).focus();
        target.scrollIntoView();
      });
      request.send();
    });
  }
}
