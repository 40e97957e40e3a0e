// Elements that reach beyond the screen, or beyond the box that holds them.
const width = document.documentElement.clientWidth;
return [...document.querySelectorAll("body, body *:not(svg):not(svg *)")]
  .filter((element) => element.getBoundingClientRect().right > width + 0.5 || element.scrollWidth > element.clientWidth + 1)
  .filter((element) => getComputedStyle(element).display !== "inline")
  .map((element) => `${element.tagName}: ${element.textContent.trim().slice(0, 40)}`);
