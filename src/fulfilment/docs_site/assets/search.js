// The search: every word must be found, a title counts more than a text, and the arrows go through the results.

import { prepare, rank, snippet, subject } from "./ranking.js";

let entries = [];
let found = [];
let chosen = -1;
const list = document.getElementById("found");
const count = document.getElementById("found-count");

function show(words) {
  list.replaceChildren(
    ...found.map((entry, index) => {
      const item = document.createElement("li");
      item.id = `found-${index}`;
      item.setAttribute("role", "option");
      const link = document.createElement("a");
      link.href = entry.address;
      link.tabIndex = -1;
      const kind = document.createElement("span");
      kind.className = `method ${entry.kind.toLowerCase()}`;
      kind.textContent = entry.kind;
      const title = document.createElement("strong");
      title.textContent = entry.shown;
      const text = document.createElement("span");
      text.className = "soft";
      text.textContent = snippet(entry, words);
      link.append(kind, " ", title, text);
      item.append(link);
      return item;
    }),
  );
}

function point(index) {
  chosen = index;
  for (const [each, item] of [...list.children].entries()) {
    item.setAttribute("aria-selected", String(each === index));
    if (each === index) item.scrollIntoView({ block: "nearest" });
  }
}

export async function begin(query) {
  const answer = await fetch("/docs/search.json");
  entries = (await answer.json()).map(prepare);

  const look = () => {
    const words = subject(query.value);
    found = rank(entries, query.value);
    show(words);
    list.hidden = !found.length;
    query.setAttribute("aria-expanded", String(found.length > 0));
    query.removeAttribute("aria-activedescendant");
    count.textContent = words.length ? `${found.length || "Nothing"} found` : "";
    chosen = -1;
  };

  query.addEventListener("input", look);
  query.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length) {
      event.preventDefault();
      point((chosen + step + found.length) % found.length);
      query.setAttribute("aria-activedescendant", `found-${chosen}`);
    } else if (event.key === "Enter" && found.length) {
      event.preventDefault();
      location.href = found[Math.max(chosen, 0)].address;
      list.hidden = true;
    } else if (event.key === "Escape") {
      list.hidden = true;
      query.setAttribute("aria-expanded", "false");
    }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) list.hidden = true;
  });
  look();
}
