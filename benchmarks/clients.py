"""`python -m benchmarks.clients`: calls by the Python client and by bare httpx, in alternating rounds; the ratio."""

import argparse
import asyncio
import json
import multiprocessing
import statistics
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import httpx
from fulfilment_client import AsyncFulfilment, Fulfilment

CALLS = 500
_PRODUCT = {
    "id": "prod_01M7Y0DPXN8SG6E168BHM2RQH4",
    "accountId": "acc_01M7Y0DPTVPF1HCFTQYPFWW119",
    "name": "Kopi Gayo 250 g",
    "variants": [{"id": f"var_{number}", "name": "Large", "priceCents": 150_000} for number in range(3)],
}
_BODY = json.dumps({"data": {"product": _PRODUCT}, "error": None, "meta": {"requestId": "req_1"}}).encode()
_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(_BODY), _BODY)
_PATH = "/api/v1/products"

# Makes so many calls; the work of the client is all that this process does meanwhile.
Loop = Callable[[int], None]


class _Canned(asyncio.Protocol):
    """Server that answers every request alike, as soon as it is whole, so that only the client's cost counts."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._read = b""

    def data_received(self, data: bytes) -> None:
        self._read += data
        head, found, body = self._read.partition(b"\r\n\r\n")
        length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
        if found and len(body) >= int(length or 0):
            self._read = b""
            self._transport.write(_ANSWER)


def _serve(told: Connection) -> None:
    async def run() -> None:
        server = await asyncio.get_running_loop().create_server(_Canned, "127.0.0.1", 0)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clients", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="each loop once a round (default 9)")
    parser.add_argument("--calls", type=int, default=CALLS, help=f"of each loop in a round (default {CALLS})")
    given = parser.parse_args()
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=_serve, args=(there,), daemon=True)
    server.start()
    loops = _loops(f"http://127.0.0.1:{here.recv()}")
    taken: dict[str, list[float]] = {name: [] for name in loops}
    for loop in loops.values():
        loop(given.calls // 10)
    for _ in range(given.rounds):
        for name, loop in loops.items():
            began = time.process_time()
            loop(given.calls)
            taken[name].append((time.process_time() - began) / given.calls)
    server.kill()
    _print(taken)


def _loops(url: str) -> dict[str, Loop]:
    """Each pair of loops asks for the same and reads the same."""
    key = {"key_id": "svc_key_0123456789abcdef", "secret": "svcsk_never-a-real-secret"}
    bare = httpx.Client(base_url=url)
    client = Fulfilment(url, **key)
    second = Fulfilment(url, **key, signing="v2")

    def get_bare(calls: int) -> None:
        for _ in range(calls):
            bare.get(f"{_PATH}/prod_1").json()["data"]["product"]

    def get(calls: int) -> None:
        for _ in range(calls):
            client.products.get("prod_1")

    def post_bare(calls: int) -> None:
        for _ in range(calls):
            bare.post(_PATH, json={"name": "Kaos", "sku": "K-1"}).json()["data"]["product"]

    def post(calls: int) -> None:
        for _ in range(calls):
            client.products.create(name="Kaos", sku="K-1")

    def post_second(calls: int) -> None:
        for _ in range(calls):
            second.products.create(name="Kaos", sku="K-1")

    return {
        "GET, bare httpx": get_bare,
        "GET, client": get,
        "POST, bare httpx": post_bare,
        "POST, client": post,
        "POST, client, second scheme": post_second,
        "GET, bare async httpx": lambda calls: asyncio.run(_get_bare(url, calls)),
        "GET, async client": lambda calls: asyncio.run(_get(url, key, calls)),
    }


async def _get_bare(url: str, calls: int) -> None:
    async with httpx.AsyncClient(base_url=url) as bare:
        for _ in range(calls):
            (await bare.get(f"{_PATH}/prod_1")).json()["data"]["product"]


async def _get(url: str, key: dict[str, Any], calls: int) -> None:
    async with AsyncFulfilment(url, **key) as client:
        for _ in range(calls):
            await client.products.get("prod_1")


def _print(taken: dict[str, list[float]]) -> None:
    base: list[float] = []
    for name, seconds in taken.items():
        if "bare" in name:
            base = seconds
        ratio = statistics.median(one / other for one, other in zip(seconds, base, strict=True))
        print(f"{name:<28} {statistics.median(seconds) * 1e6:7.0f} µs of processor time a call   {ratio:5.2f} x bare")


if __name__ == "__main__":
    main()
