// Layout shifts after the page has arrived: how far, and which elements. The test must touch nothing before it asks.
// After a change of size the browser would ascribe every shift to that change.
const done = arguments[arguments.length - 1];
const shifts = [];
const watch = new PerformanceObserver((seen) => shifts.push(...seen.getEntries()));
watch.observe({ type: "layout-shift", buffered: true });
const arrived = performance.getEntriesByType("navigation")[0].domInteractive;
const named = (source) => (source.node && source.node.outerHTML ? source.node.outerHTML.slice(0, 80) : "text");
const told = (one) => `${one.value.toFixed(4)}: ${one.sources.map(named).join(", ")}`;
const tell = () => done(shifts.filter((one) => one.startTime >= arrived).map(told));
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(tell)));
