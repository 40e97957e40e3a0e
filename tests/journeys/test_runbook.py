"""The runbook has an entry for each alert, and what an entry names exists. Its commands run in test_examples.py."""

import re

import yaml

from fulfilment.metrics.catalogue import METRICS
from tests.journeys.pages import ROOT

PAGE = (ROOT / "docs" / "runbook.md").read_text("utf-8")
RULES = yaml.safe_load((ROOT / "ops" / "rules.yml").read_text("utf-8"))
ALERTS = {rule["alert"]: rule for group in RULES["groups"] for rule in group["rules"] if "alert" in rule}
ENTRIES = dict(re.findall(r"^## (Fulfilment\w+)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))
SOURCE = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "src").rglob("*.py")))
# What PostgreSQL calls its own.
OF_POSTGRESQL = {"pg_wal", "archive_command", "wait_event_type"}


def test_each_alert_has_its_entry_and_each_entry_its_alert() -> None:
    assert list(ENTRIES) == list(ALERTS)


def test_each_alert_leads_to_its_entry() -> None:
    assert {name: rule["annotations"]["runbook"] for name, rule in ALERTS.items()} == {
        name: f"docs/runbook.md#{name.lower()}" for name in ENTRIES
    }


def test_each_entry_says_what_it_means_where_to_look_and_how_to_act() -> None:
    assert {name: re.findall(r"^\*\*(\w+)\.\*\*", text, re.M) for name, text in ENTRIES.items()} == {
        name: ["Means", "Look", "Act"] for name in ENTRIES
    }


def test_each_metric_that_is_named_exists() -> None:
    named = set(re.findall(r"`(fulfilment_\w+)`", PAGE))
    assert named and named <= set(METRICS)


def test_each_event_of_the_log_and_each_name_of_the_code_that_is_named_exists() -> None:
    named = {word for word in re.findall(r"`([a-z]+_[a-z_]*)`", PAGE) if not word.startswith("fulfilment_")}
    known = {word for word in named if f'"{word}"' in SOURCE or f"{word}=" in SOURCE or f'"{word}' in SOURCE}
    assert named - known - OF_POSTGRESQL == set()
