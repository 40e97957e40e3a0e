"""`python -m benchmarks.reading`: the processor time that the documentation takes of a reader's browser.

It needs Chromium and its driver. A Chromium with an empty profile opens each page, so that nothing is cached. `main
thread` is the processor time of the page's thread until the page showed its content (Chromium's `TaskDuration`). `all
of Chromium` is the time of all of its processes, from the opening until they rested.
"""

import argparse
import base64
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import msgspec
import psutil
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

from benchmarks.processes import CannotMeasure, free_port, served
from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.migrations import migrate

_PAGES = (
    ("/docs", "a[href^='/docs/reference/']"),
    ("/docs/reference/createShipment", "main h1"),
    ("/docs/authentication", "main h1"),
)
# Looks into shadow roots too, for what others make their pages of.
_SHOWN = """
const [selector] = arguments;
const seen = (root) => [...root.querySelectorAll(selector)].some((each) => each.getClientRects().length)
  || [...root.querySelectorAll("*")].some((each) => each.shadowRoot && seen(each.shadowRoot));
return seen(document);
"""
_ARGUMENTS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run")
_QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-proxy-server")
_LOOK_SECONDS = 0.05
_REST_SECONDS = 0.6
_GIVE_UP_SECONDS = 60.0


class Opened(msgspec.Struct, frozen=True):
    """Seconds: of the page's main thread until it showed what was waited for, of all processes, and by the clock."""

    main_thread: float
    processes: float
    waited: float


def main() -> int:
    """Measure and print; 1 where nothing could be measured."""
    given = _arguments()
    pages = [(given.address, given.shows)] if given.address else list(_PAGES)
    try:
        with _base(given.address) as base:
            figures = {page: [_opened(base + page, shows) for _ in range(given.rounds)] for page, shows in pages}
    except CannotMeasure as problem:
        print(problem, file=sys.stderr)
        return 1
    print("\n".join(_lines(figures)), flush=True)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reading", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each page is opened (default 5)")
    parser.add_argument("--address", default="", help="another page, instead of the service's own")
    parser.add_argument("--shows", default="h1", help="the selector of what that page must show")
    return parser.parse_args()


@contextmanager
def _base(address: str) -> Iterator[str]:
    """The beginning of the pages' addresses: nothing for an address as it is, else that of a service of our own."""
    if address:
        yield ""
        return
    with tempfile.TemporaryDirectory(prefix="fulfilment-bench-") as folder:
        Path(folder).chmod(0o711)
        with embedded_server.start(Path(folder) / "pg", durable=False) as server:
            migrate.migrate(server.url)
            port = free_port()
            os.environ |= {
                "FULFILMENT_MODE": "production",
                "FULFILMENT_DATA_DIR": folder,
                "FULFILMENT_DATABASE_URL": server.url,
                "FULFILMENT_MASTER_KEYS": "bench:" + base64.b64encode(bytes(range(32))).decode(),
                "FULFILMENT_PORT": str(port),
                "FULFILMENT_API_PROCESSES": "1",
            }
            with served(port, Path(folder) / "api.log"):
                yield f"http://127.0.0.1:{port}"


def _opened(address: str, shows: str) -> Opened:
    """The page in a new Chromium. Raises CannotMeasure where it never shows what is waited for."""
    with tempfile.TemporaryDirectory(prefix="fulfilment-bench-") as profile, _browsing(profile) as driver:
        driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        time.sleep(_REST_SECONDS)
        chromium = psutil.Process(driver.service.process.pid)
        before, began = _spent(chromium), time.monotonic()
        driver.get(address)
        while not driver.execute_script(_SHOWN, shows):
            if time.monotonic() - began > _GIVE_UP_SECONDS:
                raise CannotMeasure(f"{address} shows no {shows}.")
            time.sleep(_LOOK_SECONDS)
        waited, main_thread = time.monotonic() - began, _worked(driver)
        return Opened(main_thread, _rested(chromium) - before, waited)


@contextmanager
def _browsing(profile: str) -> Iterator[Chrome]:
    options = ChromeOptions()
    for argument in (*_ARGUMENTS, *_QUIET, f"--user-data-dir={profile}"):
        options.add_argument(argument)
    options.binary_location = shutil.which("chromium") or ""
    options.page_load_strategy = "none"
    driver = Chrome(options, Service(shutil.which("chromedriver")))
    try:
        driver.set_window_size(1280, 900)
        yield driver
    finally:
        driver.quit()


def _worked(driver: Chrome) -> float:
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


def _spent(root: psutil.Process) -> float:
    """Processor seconds of Chromium's processes, its driver's apart."""
    seconds = 0.0
    for process in root.children(recursive=True):
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        seconds += times.user + times.system
    return seconds


def _rested(chromium: psutil.Process) -> float:
    """Processor time once a while has passed in which next to none was spent."""
    spent = _spent(chromium)
    deadline = time.monotonic() + _GIVE_UP_SECONDS
    while time.monotonic() < deadline:
        time.sleep(_REST_SECONDS)
        before, spent = spent, _spent(chromium)
        if spent - before < 0.03:
            break
    return spent


def _lines(figures: dict[str, list[Opened]]) -> Iterator[str]:
    yield f"{'seconds, median (least to most)':<40}{'main thread':>24}{'all of Chromium':>24}{'by the clock':>24}"
    for page, opened in figures.items():
        columns = [[getattr(each, name) for each in opened] for name in Opened.__struct_fields__]
        shown = [f"{median(values):.2f} ({min(values):.2f} to {max(values):.2f})" for values in columns]
        yield f"{page:<40}" + "".join(f"{each:>24}" for each in shown)


if __name__ == "__main__":
    sys.exit(main())
