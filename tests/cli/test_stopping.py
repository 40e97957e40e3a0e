"""The longest stop of each command, as the page for operators adds it up, and the port of its probes."""

import re
import socket
from pathlib import Path

import pytest

from fulfilment.cli import preflight, serve, worker
from fulfilment.cli.errors import CommandError
from fulfilment.infra.database.embedded import postmaster
from fulfilment.settings import Settings, SettingsError, load

PAGE = Path(__file__).parents[2] / "docs" / "operating.md"


def settings(**given: object) -> Settings:
    return load({f"FULFILMENT_{name.upper()}": str(value) for name, value in given.items()})


def told_sums() -> dict[str, tuple[float, float]]:
    """Per command, the longest stop in seconds that the page states, and the wait that it tells a supervisor to set."""
    rows = re.findall(r"^\| `(\w+)` \|.*\| (\d+) \| .*?(\d+)` \|$", PAGE.read_text(), re.MULTILINE)
    return {name: (float(total), float(wait)) for name, total, wait in rows}


def test_the_page_adds_up_what_the_commands_take_by_default() -> None:
    given = settings()
    api, working = serve.build_children(given)
    assert (api.name, working.name) == ("api", "worker")
    takes = {
        "api": api.stops_within_seconds,
        "worker": worker.shutdown_timeout_seconds(given),
        "serve": api.stops_within_seconds + working.stops_within_seconds + postmaster.STOP_RETRY_SECONDS,
    }
    told = told_sums()
    assert {name: total for name, (total, _) in told.items()} == takes
    assert all(total < wait for total, wait in told.values())


def test_the_api_drains_in_production_and_in_development_where_that_is_set() -> None:
    assert settings().drains_seconds == 5
    assert settings(mode="development").drains_seconds == 0
    assert settings(mode="development", shutdown_drain_seconds=2).drains_seconds == 2
    assert settings(shutdown_drain_seconds=0).drains_seconds == 0


def test_what_is_under_way_has_as_long_as_its_own_timeouts_or_what_is_set() -> None:
    slow = settings(aggregator_timeout_seconds=40, database_statement_timeout_seconds=1)
    assert slow.stops_within_seconds > 3 * 40
    assert settings(shutdown_timeout_seconds=7).stops_within_seconds == 7


@pytest.mark.parametrize(
    "wrong", [{"shutdown_drain_seconds": -2}, {"shutdown_timeout_seconds": -1}, {"probe_port": 65_536}]
)
def test_what_cannot_be_is_refused_by_name(wrong: dict[str, object]) -> None:
    (name,) = wrong
    with pytest.raises(SettingsError, match=f"FULFILMENT_{name.upper()} must be"):
        settings(**wrong)


def test_a_probe_port_that_is_taken_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "PORT_WAIT_SECONDS", 0.0)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(CommandError, match="set FULFILMENT_PROBE_PORT"):
            preflight.require_probes(settings(probe_port=taken.getsockname()[1]))
    preflight.require_probes(settings())


def test_the_api_and_the_workers_probes_cannot_have_one_port(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="must not be the same"):
        preflight.check(settings(port=9_999, probe_port=9_999, data_dir=tmp_path))
