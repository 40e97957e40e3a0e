"""The courier simulator as a program: its stored data, its stop, and refusals to start."""

import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from fulfilment.aggregators.biteship import BiteshipClient
from tests.aggregators.running import KEY, Simulator, booking_request

pytestmark = pytest.mark.asyncio
PATIENCE_SECONDS = 60
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts simulators over one file, and ends those that the test left running."""
    running: list[subprocess.Popen[str]] = []

    def begin(port: int = 0, data: Path = tmp_path / "memory.jsonl") -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "fulfilment_simulators.couriers"]
        command += ["--host", "127.0.0.1", "--port", str(port), "--data", str(data)]
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return running[-1]

    yield begin
    for process in running:
        process.kill()
        process.communicate(timeout=PATIENCE_SECONDS)


@pytest_asyncio.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(trust_env=False) as opened:
        yield opened


def address(process: subprocess.Popen[str]) -> str:
    """Where it listens, from the one line that it says."""
    assert process.stdout
    line = process.stdout.readline()
    assert line.startswith("Courier simulator on http://127.0.0.1:"), process.communicate()
    return line.split()[3].rstrip(",")


async def test_what_was_answered_survives_a_kill(start: Start, session: aiohttp.ClientSession):
    process = start()
    first = Simulator(address(process), session)
    await first.control("webhook", url="http://127.0.0.1:1/reports", header="X-Courier", secret="s")
    async with BiteshipClient(first.url, 5.0) as client:
        kept = await client.account(KEY).book(booking_request())
        gone = await client.account(KEY).book(booking_request("ship_2"))
        await first.control(f"orders/{kept.order_id}/status", status="picked", note="Got it")
        await client.account(KEY).cancel(gone.order_id, gone.reference, "Merchant cancelled")
        before = [await client.account(KEY).order(order.order_id, order.reference) for order in (kept, gone)]
    process.kill()
    process.wait(PATIENCE_SECONDS)

    second = Simulator(address(start()), session)
    async with BiteshipClient(second.url, 5.0) as client:
        account = client.account(KEY)
        assert [await account.order(order.order_id, order.reference) for order in (kept, gone)] == before
        assert await account.track(kept.tracking_id) == await account.track_waybill(kept.waybill_id, "jne")
        assert (await account.book(booking_request())).order_id == kept.order_id
    assert len(await second.orders()) == 2
    assert (await second.call("GET", "/_control/health"))[1]["webhook"] == "http://127.0.0.1:1/reports"


async def test_a_torn_last_line_is_forgotten_and_written_over(
    start: Start, session: aiohttp.ClientSession, tmp_path: Path
):
    process = start()
    async with BiteshipClient(address(process), 5.0) as client:
        order = await client.account(KEY).book(booking_request())
    process.kill()
    process.wait(PATIENCE_SECONDS)
    with (tmp_path / "memory.jsonl").open("ab") as file:
        file.write(b'{"kind":"order","owner":"x","id":"y","sta')
    for reference in ("ship_2", "ship_3"):
        process = start()
        async with BiteshipClient(address(process), 5.0) as client:
            await client.account(KEY).book(booking_request(reference))
            assert (await client.account(KEY).order(order.order_id, order.reference)).order_id == order.order_id
        process.kill()
        process.wait(PATIENCE_SECONDS)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_stops_when_told_to_even_while_it_keeps_somebody_waiting(
    start: Start, session: aiohttp.ClientSession, number: int
):
    process = start()
    simulator = Simulator(address(process), session)
    await simulator.control("mood", fail="silent")
    port = int(simulator.url.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port)) as waiting:
        waiting.sendall(b"GET /v1/couriers HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: k\r\n\r\n")
        # The controls answer after the silent request was taken up, since it came first.
        await simulator.call("GET", "/_control/health")
        process.send_signal(number)
        assert process.wait(PATIENCE_SECONDS) == 0
    assert process.stderr and process.stderr.read() == ""


async def test_a_port_in_use_is_told_in_one_line(start: Start):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start(port=port)
        said, complaint = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, said) == (1, "")
    assert complaint.count("\n") == 1
    assert f"Cannot listen on 127.0.0.1:{port}" in complaint


async def test_a_file_that_cannot_be_used_is_told_in_one_line(start: Start, tmp_path: Path):
    (tmp_path / "plain").write_text("no folder")
    (tmp_path / "damaged").write_text("{}\n")
    (tmp_path / "garbled").write_bytes(b"\xff\xfe\n{}\n")
    for data, why in (
        (tmp_path, "cannot be written"),
        (tmp_path / "plain" / "memory", "cannot be written"),
        (tmp_path / "damaged", "is not a simulator's memory"),
        (tmp_path / "garbled", "is damaged at line 1"),
    ):
        process = start(data=data)
        said, complaint = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, said, complaint.count("\n")) == (1, "", 1), complaint
        assert why in complaint


async def test_two_simulators_cannot_share_a_memory(start: Start):
    address(start())
    second = start()
    _, complaint = second.communicate(timeout=PATIENCE_SECONDS)
    assert second.returncode == 1
    assert "in use by another simulator" in complaint
