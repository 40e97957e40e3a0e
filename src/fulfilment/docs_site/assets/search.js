// The search: every word must be found, a title counts more than a text, and the arrows go through what was found.

const MOST_SHOWN = 12;
const AROUND = 60;

let entries = [];
let found = [];
let chosen = -1;
const list = document.getElementById("found");
const count = document.getElementById("found-count");

/** How well an entry answers to these words; 0 where one of them is missing. */
function weigh(entry, words) {
  let weight = 0;
  for (const word of words) {
    const at = entry.title.indexOf(word);
    if (at === 0 || entry.title.includes(` ${word}`)) weight += 12;
    else if (at > 0) weight += 6;
    else if (entry.text.includes(word)) weight += 1;
    else return 0;
  }
  return weight + (entry.title === words.join(" ") ? 20 : 0) + 1 / entry.title.length;
}

/** The words of the text around the first one that was asked for. */
function excerpt(entry, words) {
  const at = Math.max(0, Math.min(...words.map((word) => entry.text.indexOf(word)).filter((index) => index >= 0)));
  const start = Number.isFinite(at) ? Math.max(0, at - AROUND / 2) : 0;
  return (start ? "…" : "") + entry.words.slice(start, start + 2 * AROUND);
}

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
      text.textContent = excerpt(entry, words);
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
  entries = (await answer.json()).map(([kind, shown, address, words]) => ({
    kind,
    shown,
    address,
    words,
    title: shown.toLowerCase(),
    text: words.toLowerCase(),
  }));

  const look = () => {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = words.length
      ? entries
          .map((entry) => [weigh(entry, words), entry])
          .filter(([weight]) => weight)
          .sort(([one], [other]) => other - one)
          .slice(0, MOST_SHOWN)
          .map(([, entry]) => entry)
      : [];
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
