// Everything that a selector of a style sheet can match, and no words: pages that have it in common have all colours in
// common. The language itself counts as words, and so does what stands for text; what a form sends unseen is another each time.
const WORDS = ["lang", "title", "alt", "placeholder", "aria-label", "data-copied"];
const attributes = (element) => [...element.attributes]
  .filter((each) => !WORDS.includes(each.name) && !(element.type === "hidden" && each.name === "value"))
  .map((each) => `${each.name}=${each.value}`)
  .sort();
const elements = [...document.querySelectorAll("html, body, body *")];
return JSON.stringify(elements.map((element) => [element.tagName, ...attributes(element)]));
