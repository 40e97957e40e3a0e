"""`python -m tests.console.pictures [folder] [--only NAME ...]`: pictures of every screen of the console.

It starts a service with a full shop and an empty one, and Chromium, which must be there with its driver. Each screen is
written as `<screen>-<phone or desktop>-<light or dark>-<en or id>.png`.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fulfilment.db import embedded, migrate
from tests.browser import gallery
from tests.browser.browser import DESKTOP, PHONE, Browser, browsing, missing
from tests.browser.gallery import SCENES, Scene, Shops
from tests.harness.folder import passable_folder
from tests.harness.inbound import INBOUND, REPORT_TOKEN
from tests.harness.simulator import simulating
from tests.http.service import serving
from tests.http.workspaces import open_client

USUAL_FOLDER = Path("build/console-pictures")
PARCELS = 85
SIZES = (("phone", PHONE), ("desktop", DESKTOP))
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "id")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.console.pictures")
    parser.add_argument("folder", nargs="?", type=Path, default=USUAL_FOLDER)
    parser.add_argument("--only", nargs="+", default=[], help="the beginnings of the names of screens")
    given = parser.parse_args()
    if lacking := missing():
        sys.exit(f"Pictures need {' and '.join(lacking)} on the PATH.")
    given.folder.mkdir(parents=True, exist_ok=True)
    wanted = [scene for scene in SCENES if not given.only or scene.name.startswith(tuple(given.only))]
    with opened() as shops, tempfile.TemporaryDirectory() as profile, browsing(Path(profile)) as browser:
        for scene in wanted:
            for language in LANGUAGES:
                take(browser, shops, scene, language, given.folder)
    print(f"{len(wanted) * len(LANGUAGES) * len(SIZES) * len(SCHEMES)} pictures in {given.folder}")


def take(browser: Browser, shops: Shops, scene: Scene, language: str, folder: Path) -> None:
    """All pictures of a screen in one language: the whole page, as far as it reaches."""
    gallery.enter(browser, shops, scene, language)
    for named, size in SIZES:
        for scheme in SCHEMES:
            browser.resize(size)
            browser.prefer(scheme)
            height = browser.ask("return document.documentElement.scrollHeight")
            browser.resize((size[0], max(size[1], min(height, 3 * size[1]))))
            path = folder / f"{scene.name}-{named}-{scheme}-{language}.png"
            browser.driver.save_screenshot(str(path))


@contextmanager
def opened() -> Iterator[Shops]:
    """The shops, on a service and a database that end with them."""
    with passable_folder() as folder, embedded.start(folder / "server", durable=False) as server:
        url = server.database_url("postgres")
        migrate.migrate(url)
        with (
            simulating(folder) as courier,
            serving(
                url,
                aggregator_url=courier.url,
                aggregator_key="simulator",
                aggregator_report_token=REPORT_TOKEN,
            ) as service,
        ):
            courier.report_to(f"http://127.0.0.1:{service.port}{INBOUND}")
            yield gallery.open_shops(open_client(service), courier, courier.url, PARCELS)


if __name__ == "__main__":
    main()
