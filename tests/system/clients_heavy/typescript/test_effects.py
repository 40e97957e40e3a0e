"""A thousand mutations are a thousand effects, whatever happens to answers and processes on the way."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.harness import goods
from tests.harness.database import rows
from tests.harness.service import Client, Service
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_client
from tests.system.clients_heavy.typescript.npm import NODE, node
from tests.system.faults.house import Store, serving

MUTATIONS = 1_000
KILLED_AFTER = (200, 600)


@pytest.fixture(scope="module")
def durable_url(short_folder: Path) -> Iterator[str]:
    """A database that keeps what it has answered for."""
    store = Store(short_folder / "durable-of-the-client")
    yield store.new_database("effects")
    store.stop()


def level_of(client: Client) -> dict[str, str]:
    """A new level of nothing."""
    variant_id = goods.default_variant(goods.new_product(client))
    return {"variantId": variant_id, "warehouseId": goods.new_warehouse(client)["id"]}


def effects(client: Client) -> tuple[int, int]:
    """How often the level was moved, and what it comes to."""
    (row,) = rows(
        client,
        """
        SELECT (SELECT count(*) FROM stock_movements WHERE account_id = $1) AS movements,
               (SELECT coalesce(sum(quantity), 0) FROM stock_levels WHERE account_id = $1) AS quantity
        """,
    )
    return row["movements"], int(row["quantity"])


def given(client: Client, trouble: str, signing: int) -> str:
    """The input of the program in Node."""
    said: dict[str, Any] = {
        "baseUrl": f"http://127.0.0.1:{client.service.port}",
        "keyId": client.key_id,
        "secret": client.secret,
        "signing": signing,
        "mutations": MUTATIONS,
        "trouble": trouble,
    }
    return json.dumps(said | level_of(client))


@pytest.mark.parametrize(("trouble", "signing"), [("lost", 2), ("storm", 1)])
def test_lost_answers_and_a_storm_of_503_do_nothing_twice_and_lose_nothing(
    api: Service, clean: Path, trouble: str, signing: int
):
    client = open_client(api)
    told = json.loads(node("drive/mutations.ts", folder=clean, given=given(client, trouble, signing)))
    assert effects(client) == (MUTATIONS, MUTATIONS)
    # It was bad enough to be a test: deeds were done whose answer the client did not hear at once.
    assert told["lost"] + told["replaced"] >= told["replayed"] > 100, told
    assert told["retries"] >= told["lost"] + told["replaced"] + told["refused"], told


def test_killing_every_process_of_the_api_twice_does_nothing_twice_and_loses_nothing(
    durable_url: str, clean: Path, tmp_path: Path
):
    with serving(durable_url, tmp_path) as api:
        client = open_client(api.service)
        command = [NODE, "drive/mutations.ts"]
        with subprocess.Popen(
            command, cwd=clean, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                process.stdin.write(given(client, "none", 1))
                process.stdin.close()
                for enough in KILLED_AFTER:
                    eventually(lambda enough=enough: effects(client)[0] >= enough)
                    api.kill()
                    assert effects(client)[0] < MUTATIONS, "it was over before the kill"
                    api.start()
                told, problems = process.stdout.read(), process.stderr.read()
            except BaseException:
                process.kill()
                raise
        assert (process.returncode, problems) == (0, "")
        assert effects(client) == (MUTATIONS, MUTATIONS)
        assert json.loads(told)["retries"] > 0
