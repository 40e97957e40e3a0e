// What axe-core finds by these rules, as "rule: where".
const [only, done] = arguments;
const told = (one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`;
axe.run(document, {resultTypes: ["violations"], runOnly: only}).then(
  (found) => done(found.violations.map(told)),
  (failure) => done([String(failure)]));
