"""A process that sells nothing does not load the payment library, and the library leaves nothing behind."""

import asyncio
import json
import os
import subprocess
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from tests.aggregators.upstreams import respond_with, running_fake
from tests.payments import examples

_WRITING = """
import asyncio
from fulfilment.infra.observability import logs
from fulfilment.payments.provider import Payments
from fulfilment.payments.port import PaymentsError
from fulfilment.settings import load

async def main():
    logs.configure(load(), "api")
    payments = Payments(load())
    await payments.open()
    stripe = payments.provider
    for call in (stripe.update_customer("cus_1", "siti@example.com", "Siti"), stripe.retrieve_session("cs_1")):
        try:
            await call
        except PaymentsError as problem:
            print(type(problem).__name__, problem.message)
    await payments.close()

asyncio.run(main())
"""
PROGRAM = """
import asyncio, json, sys
import fulfilment.app, fulfilment.worker
from fulfilment.payments.provider import Payments
from fulfilment.payments.port import PaymentsError
from fulfilment.settings import load

def is_loaded():
    return "stripe" in sys.modules

async def main():
    payments = Payments(load())
    seen = [is_loaded()]
    await payments.open()
    seen.append(is_loaded())
    try:
        await payments.provider.retrieve_session("cs_1")
    except PaymentsError:
        pass
    seen.append(is_loaded())
    await payments.close()
    print(json.dumps(seen))

asyncio.run(main())
"""


def test_the_library_is_loaded_by_the_first_call_and_writes_nothing_into_the_home_folder(tmp_path: Path) -> None:
    environment = os.environ | {
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "FULFILMENT_PAYMENTS_KEY": "sk_test_1",
        "FULFILMENT_PAYMENTS_URL": "http://127.0.0.1:1",
    }
    ran = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout.splitlines()[-1]) == [False, False, True]
    assert list(tmp_path.rglob("*")) == []


async def test_neither_the_key_nor_an_address_of_a_buyer_is_in_any_log(tmp_path: Path) -> None:
    said = examples.error("The key rk_live_Secret lacks customer_write")
    async with running_fake(
        respond_with(403, said), respond_with(200, examples.session(url="https://pay.example/secret"))
    ) as upstream:
        environment = os.environ | {
            "FULFILMENT_LOG_LEVEL": "debug",
            "FULFILMENT_PAYMENTS_KEY": "rk_live_Secret",
            "FULFILMENT_PAYMENTS_URL": upstream.url,
        }
        ran = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _WRITING), env=environment, stdout=PIPE, stderr=PIPE, cwd=tmp_path
        )
        shown, logged = await ran.communicate()
    assert ran.returncode == 0
    assert shown == b"ProviderUnavailable The payment provider does not allow this with the key of this service.\n"
    assert b"payments_unavailable" in logged and b"lacks customer_write" in logged, "the operator sees what it lacks"
    assert b"Secret" not in logged and b"Siti" not in logged and b"pay.example" not in logged
