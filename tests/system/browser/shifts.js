// What moved on the page once it had arrived: how far, and the elements that did. Whoever asks has touched nothing; of a
// size that was set just before, the browser would take every shift for its consequence.
const done = arguments[arguments.length - 1];
const shifts = [];
const watch = new PerformanceObserver((seen) => shifts.push(...seen.getEntries()));
watch.observe({ type: "layout-shift", buffered: true });
const arrived = performance.getEntriesByType("navigation")[0].domInteractive;
const named = (source) => (source.node && source.node.outerHTML ? source.node.outerHTML.slice(0, 80) : "text");
const told = (one) => `${one.value.toFixed(4)}: ${one.sources.map(named).join(", ")}`;
const tell = () => done(shifts.filter((one) => one.startTime >= arrived).map(told));
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(tell)));
