"""The documentation is true: its routes, its codes, its settings and its code exist and work."""

import hashlib
import hmac
import importlib
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import fulfilment
from fulfilment import settings
from fulfilment.http.errors import REGISTRY, Validation
from fulfilment.http.route import PREFIX, Route
from fulfilment.webhooks import signature

ROOT = Path(__file__).parents[2]
PAGES = {path.relative_to(ROOT / "docs").as_posix(): path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md")}
SECRET = "whsec_of_this_test"


def routes() -> Iterator[Route]:
    """Every route of every domain."""
    for package in Path(fulfilment.__file__).parent.glob("*/routes.py"):
        yield from importlib.import_module(f"fulfilment.{package.parent.name}.routes").route.all


def refusals() -> set[tuple[int, str]]:
    """Status and code of every refusal that any module declares."""
    for module in pkgutil.walk_packages(fulfilment.__path__, "fulfilment."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found = {(refusal.status, refusal.code) for refusal in REGISTRY if refusal.__module__.startswith("fulfilment.")}
    return found | {(Validation.status, route.validation_code) for route in routes()}


def verifier() -> Callable[[str, bytes, str], bool]:
    """The function that the page of webhooks gives to receivers."""
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGES["webhooks.md"], re.S | re.M)
    names: dict = {}
    exec(code, names)
    return names["is_genuine"]


def test_the_pages_name_every_route_and_no_other() -> None:
    named = set(re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/api/v1/[^`]+)`", "\n".join(PAGES.values())))
    assert named == {(route.method, route.path) for route in routes() if route.path.startswith(PREFIX)}


def test_the_table_of_errors_is_what_the_code_can_answer() -> None:
    rows = re.findall(r"^\| (\d{3}) \| `(\w+)` \|", PAGES["errors.md"], re.M)
    assert {(int(status), code) for status, code in rows} == refusals()
    assert len(rows) == len(set(rows))


def test_every_setting_that_the_pages_name_exists() -> None:
    texts = [*PAGES.values(), *((ROOT / name).read_text("utf-8") for name in ("README.md", "CONTRIBUTING.md"))]
    named = set(re.findall(r"FULFILMENT_([A-Z_]*[A-Z])", "\n".join(texts)))
    assert named <= {name.upper() for name in settings.Settings.__struct_fields__}


def test_the_receivers_code_believes_what_the_service_signs() -> None:
    body = b'{"id":"evt_1"}'
    now = int(time.time())
    assert verifier()(signature.sign([SECRET], now, body), body, SECRET)


def test_the_receivers_code_believes_either_of_two_secrets() -> None:
    body = b'{"id":"evt_1"}'
    both = signature.sign([SECRET, "whsec_old"], int(time.time()), body)
    assert verifier()(both, body, SECRET) and verifier()(both, body, "whsec_old")
    assert not verifier()(both, body, "whsec_of_another")


def test_the_receivers_code_refuses_everything_else() -> None:
    is_genuine = verifier()
    body = b'{"id":"evt_1"}'
    now = int(time.time())
    genuine = signature.sign([SECRET], now, body)
    assert not is_genuine(genuine, body + b" ", SECRET)
    assert not is_genuine(genuine, body, "whsec_of_another")
    assert not is_genuine(signature.sign([SECRET], now - 301, body), body, SECRET)
    unsigned = hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
    for header in ("", "t=,v1=", f"t={now}", f"v1={unsigned}", f"t={now},v1={unsigned}", f"t=x,v1={unsigned}", "é=é"):
        assert not is_genuine(header, body, SECRET)
