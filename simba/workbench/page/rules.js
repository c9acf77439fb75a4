// The page is whole without this: it adds the search and what a fragment's link stands for.
"use strict";
try {
  const theme = localStorage.getItem("simba-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* storage is forbidden: as in the system */ }
addEventListener("DOMContentLoaded", () => {
  const box = document.getElementById("query");
  const found = document.getElementById("found");
  const fold = (text) => text.toLowerCase().replaceAll("ё", "е");
  const sections = [...document.querySelectorAll("main > section")];
  const rules = sections.map((section) =>
    [...section.querySelectorAll("article")].map((element) => ({
      element,
      text: fold(element.textContent),
    })));
  const filter = () => {
    const words = fold(box.value).split(/\s+/).filter(Boolean);
    let count = 0;
    sections.forEach((section, number) => {
      let shown = 0;
      for (const rule of rules[number]) {
        const fits = words.every((word) => rule.text.includes(word));
        rule.element.hidden = !fits;
        shown += fits;
      }
      section.hidden = words.length > 0 && shown === 0;
      count += shown;
    });
    found.textContent = words.length ? "Найдено правил: " + count : "";
  };
  let timer;
  box.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(filter, 120); });
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.closest("[hidden]")) {
      box.value = "";
      filter();
      target.scrollIntoView();
    }
  };
  addEventListener("hashchange", reveal);
  document.addEventListener("mouseover", (event) => {
    const link = event.target.closest?.("a[href^='#f']");
    const meant = link && document.getElementById(link.hash.slice(1))?.nextElementSibling;
    if (meant?.tagName === "DD") link.title = meant.textContent;
  });
  document.getElementById("search").hidden = false;
});
