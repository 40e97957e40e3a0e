"""The end-to-end job, as `fulfilment demo` walks it through a really started service."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from urllib.parse import urlencode, urljoin

import pytest
from fulfilment_client import Fulfilment

from fulfilment.cli.demo_walk import service
from fulfilment.settings import PREFIX
from tests.system.journeys.conftest import Served

STEPS = (
    "Webhook endpoint",
    "Product",
    "Warehouse",
    "Stock",
    "Shipping credit",
    "Shipping origin",
    "Rate quote",
    "Shipment",
    "Confirm pickup",
    "Courier: delivered",
    "Label",
    "Digital sale",
)
EVENTS = (
    "product.created",
    "warehouse.created",
    "stock.adjusted",
    "shipment.created",
    "shipment.pickup_confirmed",
    "delivery.downloaded",
)


def demo(environment: Mapping[str, str], *options: str) -> subprocess.CompletedProcess[str]:
    """Run `fulfilment demo` to its end."""
    command = [sys.executable, "-m", "fulfilment.cli", "demo", *options]
    return subprocess.run(command, env={**environment, "COLUMNS": "160"}, capture_output=True, text=True, timeout=110)


def walked_whole(said: str) -> bool:
    """Every step and event is told of, and the table gives each step its milliseconds."""
    cells = [[cell.strip() for cell in row.split("│")] for row in said.splitlines() if row.startswith("│")]
    rows = {step: (event, milliseconds) for _, step, event, milliseconds, _ in cells}
    return (
        all(rows[step][1].replace(",", "").isdigit() for step in (*STEPS, "Total"))
        and all(f"{event} verified" in said for event in EVENTS)
        and said.count("shipment.status_updated verified") == 4
        and rows["Courier: delivered"][0] == "shipment.status_updated"
        and "12 logged, 12 received with their signature verified" in said
    )


def test_the_job_goes_from_a_product_to_a_delivered_parcel_in_the_running_service(
    served: Served, tmp_path: Path
) -> None:
    label = tmp_path / "label.pdf"
    done = demo(served.environment, "--label", str(label))
    assert (done.returncode, done.stderr) == (0, "")
    assert walked_whole(done.stdout)
    assert f"The label: {label}" in done.stdout
    assert label.read_bytes().startswith(b"%PDF-")


def test_the_demo_can_be_walked_again_with_a_key_of_ones_own(served: Served) -> None:
    credential = service.open_workspace(served.environment)
    signed = {
        **served.environment,
        f"{PREFIX}KEY_ID": credential.key_id,
        f"{PREFIX}SECRET": credential.secret,
    }
    for _ in range(2):
        done = demo(signed)
        assert (done.returncode, done.stderr) == (0, "")
        assert walked_whole(done.stdout)
    assert "as it was" in done.stdout


def test_without_a_service_the_demo_starts_and_stops_one_of_its_own(short_folder: Path) -> None:
    folder = short_folder / "demo"
    folder.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    first, second, third, fourth = service.free_ports()
    environment |= {
        f"{PREFIX}DATA_DIR": str(folder / "data"),
        f"{PREFIX}PORT": str(first),
        f"{PREFIX}AGGREGATOR_SIMULATOR_PORT": str(second),
        f"{PREFIX}IDENTITY_SIMULATOR_PORT": str(third),
        f"{PREFIX}PAYMENT_SIMULATOR_PORT": str(fourth),
        "TMPDIR": str(folder),
    }
    done = demo(environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"No service runs at http://127.0.0.1:{first}" in done.stdout
    assert walked_whole(done.stdout)
    assert (folder / "data" / "demo" / "label.pdf").read_bytes().startswith(b"%PDF-")
    assert list(folder.glob("fulfilment-*")) == []


@pytest.fixture
def branded(acme: Served) -> Mapping[str, str]:
    """The environment of a user beside a running service of the brand acme, without the setting of the brand."""
    return {name: value for name, value in acme.environment.items() if name != f"{PREFIX}BRAND"}


def test_the_demo_finds_the_brand_of_the_service_and_leaves_a_workspace_to_look_at(
    branded: Mapping[str, str], tmp_path: Path
) -> None:
    done = demo(branded, "--label", str(tmp_path / "label.pdf"))
    assert (done.returncode, done.stderr) == (0, "")
    assert walked_whole(done.stdout)
    facts = {line[2:17].strip(): line[17:] for line in done.stdout.splitlines() if line.startswith("  ")}
    assert facts["Workspace"].startswith("acc_") and facts["Secret"].startswith("acmesk_")
    page = done.stdout.partition("The buyer's tracking page: ")[2].splitlines()[0]
    with urllib.request.urlopen(page, timeout=5) as answer:
        assert "Delivered" in answer.read().decode()
    base = facts["Documentation"].removesuffix("/docs")
    address, shop = choose_owner(facts["Console"])
    assert address == f"{base}/console/{facts['Workspace']}" and "Home" in shop
    with Fulfilment(base, key_id=facts["Key id"], secret=facts["Secret"], brand="acme") as client:
        products = {product["name"] for product in client.products.list()}
    assert products == {"Kopi Gayo 250 g", "Brewing at home, an e-book"}


def choose_owner(address: str) -> tuple[str, str]:
    """Page of the console behind this address, for a person who chooses the owner, and its own address."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with browser.open(address, timeout=10) as choice:
        page, simulator = choice.read().decode(), choice.url
    fields = {name: unescape(value) for name, value in re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', page)}
    form = urlencode(fields | {"person": "owner"}).encode()
    with browser.open(urljoin(simulator, "/authorize"), form, timeout=10) as opened:
        return opened.url, opened.read().decode()


def test_the_demo_answers_json_as_well(branded: Mapping[str, str], tmp_path: Path) -> None:
    done = demo(branded, "--json", "--label", str(tmp_path / "label.pdf"))
    told = json.loads(done.stdout)
    assert told["workspace"]["secret"].startswith("acmesk_")
    assert [step["title"] for step in told["steps"] if step["title"] in STEPS] == list(STEPS)


def test_commands_beside_a_service_make_keys_of_its_brand(branded: Mapping[str, str]) -> None:
    assert service.open_workspace(branded).secret.startswith("acmesk_")


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({"KEY_ID": "svc_key_0123456789abcdef", "SECRET": "svcsk_wrong"}, "401 INVALID_KEY"),
        ({"KEY_ID": "svc_key_0123456789abcdef"}, "a key id and a secret are needed together"),
        ({"AGGREGATOR_URL": "https://api.example.com"}, "the demo needs development mode"),
        ({"DATA_DIR": "elsewhere"}, "does not run from the data folder"),
    ],
)
def test_what_stops_the_demo_is_one_clear_line(
    served: Served, tmp_path: Path, changed: dict[str, str], line: str
) -> None:
    changed = {PREFIX + name: value for name, value in changed.items()}
    if f"{PREFIX}DATA_DIR" in changed:
        changed[f"{PREFIX}DATA_DIR"] = str(tmp_path)
    done = demo({**served.environment, **changed})
    assert done.returncode == 1
    assert line in done.stderr
    assert done.stderr.startswith("fulfilment: ")
    assert len(done.stderr.splitlines()) == 1
