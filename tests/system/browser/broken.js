// Numbers, money, times and codes that stand on two lines, or that a box cuts off at its side.
const LONGEST = 32;
const isSeen = (element) => !element.closest(".unseen, .skip, [hidden], option, datalist, script, style")
  && element.checkVisibility();
const lines = (range) => {
  const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
  return rects.filter((rect, nth) => nth === 0 || rect.top >= rects[nth - 1].bottom - 2).length;
};
const cuts = (element, range) => {
  const { left, right } = range.getBoundingClientRect();
  for (let box = element; box && box !== document.body; box = box.parentElement) {
    if (getComputedStyle(box).overflowX === "visible") continue;
    const edge = box.getBoundingClientRect();
    if (right > edge.right + 1 || left < edge.left - 1) return true;
  }
  return false;
};
const found = [];
const judge = (range, element, isWhole) => {
  const text = range.toString().trim();
  if (!text || text.length > LONGEST || text.includes("://")) return;
  if (lines(range) > 1) found.push(`broken: ${text}`);
  else if (isWhole && cuts(element, range)) found.push(`cut: ${text}`);
};
const range = document.createRange();
const WHOLE = "time, .code, .number, .value, .price";
for (const element of document.querySelectorAll("time, .code")) {
  if (!isSeen(element)) continue;
  range.selectNodeContents(element);
  judge(range, element, true);
}
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, element = node.parentElement;
  if (!/\d/.test(node.data) || !isSeen(element)) continue;
  for (const match of node.data.matchAll(/\S*\d\S*/g)) {
    range.setStart(node, match.index);
    range.setEnd(node, match.index + match[0].length);
    judge(range, element, element.closest(WHOLE) !== null);
  }
}
return [...new Set(found)];
