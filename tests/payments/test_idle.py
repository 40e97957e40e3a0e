"""What a process that sells nothing does not pay for, and what the library may not leave behind."""

import json
import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import asyncio, json, sys
import fulfilment.app, fulfilment.worker
from fulfilment.payments.access import Payments
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
        await payments.provider.session("cs_1")
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
