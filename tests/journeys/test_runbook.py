"""The runbook has an entry for each alert, and what an entry names exists. Its commands run in test_examples.py."""

import re

import yaml

from fulfilment.infra.observability.metrics import catalogue
from fulfilment.infra.observability.metrics.catalogue import METRICS
from tests.journeys.pages import ROOT

PAGE = (ROOT / "docs" / "runbook.md").read_text("utf-8")
# Blocks of commands are held by tests/system/journeys/test_examples.py.
PROSE = re.sub(r"```.*?```", "", PAGE, flags=re.S)
RULES = yaml.safe_load((ROOT / "ops" / "rules.yml").read_text("utf-8"))
ALERTS = {rule["alert"]: rule for group in RULES["groups"] for rule in group["rules"] if "alert" in rule}
ENTRIES = dict(re.findall(r"^## (Fulfilment\w+)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))
SOURCE = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "src").rglob("*.py")))
EVENTS = set(re.findall(r'\blog\.\w+\(\s*"([^"]+)"', SOURCE.replace("_log.", "log.")))
# These are not the first argument of a call of the log; their place holds them to what it says.
EVENTS |= {
    each for each in ("request", "database_unavailable") if re.search(rf'(write\(\s*log, |else )"{each}"', SOURCE)
}
LABELS = {label for metric in METRICS.values() for label in metric.labels}
VALUES = {*catalogue.CONNECTION_STATES, *catalogue.ATTEMPT_OUTCOMES, *catalogue.PROCESSES, *catalogue.WORKER_LOOPS}
FIELDS = {"error", "key_id", "request_id", "stack", "trace_id", "workspace"}
CHECKS = {"loops", "masterKeys", "problem"}
COMMANDS = {"migrate", "serve"}
# Prefixes of the names of loops.
PREFIXES = {"cleanup_"}
# PostgreSQL's own names.
OF_POSTGRESQL = {"archive_command", "pg_resetwal", "pg_wal", "wait_event_type", "zero_damaged_pages"}


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


def test_each_statement_that_an_expression_names_exists() -> None:
    named = {
        word
        for group in RULES["groups"]
        for rule in group["rules"]
        for word in re.findall(r'\bstatement="([^"]+)"', rule["expr"])
    }
    assert named and {word for word in named if f'"{word}"' not in SOURCE} == set()


def test_each_event_of_the_log_and_each_other_name_that_is_named_exists() -> None:
    words = re.findall(r"`([a-z][A-Za-z_ ]*)`", PROSE)
    named = {word for word in words if not word.startswith(("fulfilment", "docker compose"))}
    assert named - EVENTS - LABELS - VALUES - FIELDS - CHECKS - COMMANDS - PREFIXES - OF_POSTGRESQL == set()


def test_each_field_check_and_beginning_that_is_named_exists() -> None:
    assert {word for word in FIELDS if not re.search(rf'\b{word}=|"{word}"', SOURCE)} == set()
    assert {word for word in CHECKS if not re.search(rf'"{word}"|^    {word}: ', SOURCE, re.M)} == set()
    assert {word for word in PREFIXES if f'f"{word}' not in SOURCE} == set()
    assert {word for word in COMMANDS if f'"{word}"' not in SOURCE} == set()


def test_each_setting_and_each_route_that_is_named_exists() -> None:
    settings = {word.lower() for word in re.findall(r"`FULFILMENT_(\w+)`", PAGE)}
    assert settings and {word for word in settings if not re.search(rf"^    {word}: ", SOURCE, re.M)} == set()
    routes = set(re.findall(r"`/api/v1(/[^`]+)`", PAGE))
    assert routes and {path for path in routes if not re.search(rf'\(\s*"{re.escape(path)}"', SOURCE)} == set()
