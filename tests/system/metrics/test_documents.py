"""The page, the rules and the dashboard name metrics that exist, with the labels that these have."""

import json
import re
from collections.abc import Iterator
from typing import Any

import promql_parser
import pytest
import yaml

from fulfilment.infra.observability.metrics.catalogue import METRICS
from tests.journeys.pages import ROOT
from tests.system.metrics.world import declared

RULES = [
    rule for group in yaml.safe_load((ROOT / "ops/rules.yml").read_text("utf-8"))["groups"] for rule in group["rules"]
]
ALERTS = [rule for rule in RULES if "alert" in rule]
DASHBOARD = json.loads((ROOT / "ops/dashboard.json").read_text("utf-8"))
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
EXPRESSIONS = [rule["expr"] for rule in RULES]
EXPRESSIONS += [target["expr"] for panel in PANELS for target in panel["targets"]]
# Labels that Prometheus itself adds.
OF_PROMETHEUS = {"job", "instance"}


def parts(found: Any) -> Iterator[Any]:
    """An expression and all within it."""
    yield found
    for name in ("expr", "lhs", "rhs", "param", "vector_selector"):
        within = getattr(found, name, None)
        if within is not None and not isinstance(within, str):
            yield from parts(within)
    for argument in getattr(found, "args", None) or ():
        yield from parts(argument)


def labels_of(name: str) -> frozenset[str]:
    if name == "up":
        return frozenset()
    if ":" in name:
        (rule,) = [rule for rule in RULES if rule.get("record") == name]
        grouped = re.search(r"by \(([^)]*)\)", rule["expr"])
        return frozenset(grouped[1].split(", ")) - {"le"} if grouped else frozenset()
    known = declared(name)
    assert known is not None, f"no such metric: {name}"
    return known[1]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_parses_and_names_metrics_with_labels_that_there_are(expression: str) -> None:
    found = list(parts(promql_parser.parse(expression)))
    selectors = [part for part in found if isinstance(part, promql_parser.VectorSelector)]
    assert selectors or expression == "vector(0)"
    labels = set().union(*(labels_of(each.name) for each in selectors)) | OF_PROMETHEUS
    for each in selectors:
        matched = {matcher.name for matcher in each.matchers.matchers}
        assert matched <= labels_of(each.name) | OF_PROMETHEUS, each.name
    for group in re.findall(r"by \(([^)]*)\)", expression):
        assert set(group.split(", ")) <= labels, expression


def test_every_metric_of_an_expression_was_found_by_the_parser() -> None:
    named = {name for expression in EXPRESSIONS for name in re.findall(r"fulfilment[_:]\w+(?::\w+)*", expression)}
    seen = {
        part.name
        for expression in EXPRESSIONS
        for part in parts(promql_parser.parse(expression))
        if isinstance(part, promql_parser.VectorSelector)
    }
    assert named <= seen


@pytest.mark.parametrize("rule", ALERTS, ids=lambda rule: rule["alert"])
def test_an_alert_says_how_bad_it_is_what_it_is_and_where_to_read_on(rule: dict[str, Any]) -> None:
    assert re.fullmatch(r"Fulfilment[A-Z][A-Za-z]+", rule["alert"])
    assert rule["labels"]["severity"] in ("critical", "warning")
    assert set(rule["annotations"]) == {"summary", "description", "runbook"}
    assert rule["annotations"]["runbook"] == f"docs/runbook.md#{rule['alert'].lower()}"


def test_alerts_and_panels_have_names_of_their_own() -> None:
    assert len({rule["alert"] for rule in ALERTS}) == len(ALERTS)
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids)
    rows = [panel["title"] for panel in DASHBOARD["panels"] if panel["type"] == "row"]
    assert rows == ["Traffic", "Database", "Queues", "Webhooks", "Couriers", "Loops"]


def test_the_page_has_every_metric_with_its_kind_and_labels_and_no_other() -> None:
    page = (ROOT / "docs/metrics.md").read_text("utf-8")
    rows = re.findall(r"^\| `(fulfilment_\w+)` \| (\w+) \| ([^|]*)\| (.*) \|$", page, re.M)
    shown = {name: (kind, tuple(re.findall(r"`(\w+)`", labels)), told) for name, kind, labels, told in rows}
    assert shown == {name: (each.kind, each.labels, each.help) for name, each in METRICS.items()}
    assert len(rows) == len(shown)
