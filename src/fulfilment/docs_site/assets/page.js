// Scripts of every page: the theme, the menu of small screens, tabs, and buttons that copy. The search and its index are
// fetched when the search box gets the focus.

const root = document.documentElement;

function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is forgotten with the page then.
  }
}

const theme = document.getElementById("theme");
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme ?? (systemIsDark.matches ? "dark" : "light")) === "dark";
const showTheme = () => theme.setAttribute("aria-pressed", String(isDark()));
theme.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  remember("docs-theme", root.dataset.theme);
  showTheme();
});
systemIsDark.addEventListener("change", showTheme);
showTheme();

// Tabs: the arrows go through them, and the language chosen is that of the next page, too.
const tabs = [...document.querySelectorAll("[role=tab]")];

function choose(tab) {
  for (const each of tabs) {
    const isChosen = each === tab;
    each.setAttribute("aria-selected", String(isChosen));
    each.tabIndex = isChosen ? 0 : -1;
    document.getElementById(each.getAttribute("aria-controls")).hidden = !isChosen;
  }
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener("click", () => {
    choose(tab);
    remember("docs-language", tab.textContent);
  });
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const next = tabs[(index + step + tabs.length) % tabs.length];
      next.focus();
      next.click();
    }
  });
}
const favourite = tabs.find((tab) => tab.textContent === remembered("docs-language"));
if (favourite) choose(favourite);

// Browsers let pages write to the clipboard where they came over TLS or from this machine only.
if (navigator.clipboard) {
  for (const source of document.querySelectorAll("pre.code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(source.querySelector("code").textContent);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    const holder = document.createElement("div");
    holder.className = "source";
    source.replaceWith(holder);
    holder.append(source, button);
  }
}

// scrollIntoView would have the tabulator begin there, past the link that skips to the content.
const nav = document.getElementById("nav");
const here = nav?.querySelector("[aria-current]");
if (here && here.offsetParent) {
  const below = here.getBoundingClientRect().bottom - nav.getBoundingClientRect().bottom;
  if (below > 0) nav.scrollTop += below + nav.clientHeight / 3;
}

const query = document.getElementById("query");
query.addEventListener("focus", () => import("./search.js").then(({ begin }) => begin(query)), { once: true });
addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select");
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    query.focus();
  }
});
