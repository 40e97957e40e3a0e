// Findings of axe-core with these options, as "rule: where".
const [options, done] = arguments;
const told = (one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`;
axe.run(document, {resultTypes: ["violations"], ...options}).then(
  (found) => done(found.violations.map(told)),
  (failure) => done([String(failure)]));
