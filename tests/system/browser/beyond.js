// Elements beyond the screen that no box scrolls into sight.
const root = document.documentElement;
const scrolls = (element) => element
  && (["auto", "scroll"].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
const beyond = [...document.querySelectorAll("body *:not(svg *)")]
  .filter((element) => !element.closest(".unseen, .skip, .print-frame"))
  .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 0.5 && !scrolls(element.parentElement))
  .map((element) => `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 40)}`);
return root.scrollWidth > innerWidth ? [`the page: ${root.scrollWidth}`, ...beyond] : beyond;
