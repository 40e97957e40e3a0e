// Every text on the page whose colour is too close to what is behind it (WCAG 2.2, 1.4.3), as "ratio text".
const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const behind = (element) => {
  for (; element; element = element.parentElement) {
    const colour = parts(getComputedStyle(element).backgroundColor);
    if (colour[3] === undefined || colour[3] === 1) return colour;
  }
  return [255, 255, 255];
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const faint = [];
while (walker.nextNode()) {
  const text = walker.currentNode.data.trim();
  if (!text) continue;
  const element = walker.currentNode.parentElement;
  const [light, dark] = [parts(getComputedStyle(element).color), behind(element)].map(luminance).sort((a, b) => b - a);
  const ratio = (light + 0.05) / (dark + 0.05);
  if (ratio < 4.5) faint.push(`${ratio.toFixed(2)} ${text}`);
}
return faint;
