"""`python -m tests.system.browser.pictures [folder] [--only NAME ...]`: pictures of every screen of the console.

It starts a service with a full shop and an empty one, and Chromium, which must be there with its driver. Each screen is
written as `<screen>-<phone or desktop>-<light or dark>-<en or id>.png`.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.migrations import migrate
from tests.harness.folder import passable_folder
from tests.harness.inbound import INBOUND, REPORT_TOKEN
from tests.harness.service import serving
from tests.harness.simulator import simulating
from tests.harness.workspaces import open_client
from tests.system.browser import gallery
from tests.system.browser.browser import DESKTOP, PHONE, Browser, list_missing_programs, open_chromium
from tests.system.browser.gallery import SCENES, Scene, SeedData

DEFAULT_FOLDER = Path("build/console-pictures")
PARCELS = 85
SIZES = (("phone", PHONE), ("desktop", DESKTOP))
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "id")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.system.browser.pictures")
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--only", nargs="+", default=[], help="the beginnings of the names of screens")
    arguments = parser.parse_args()
    if lacking := list_missing_programs():
        sys.exit(f"Pictures need {' and '.join(lacking)} on the PATH.")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    scenes = [scene for scene in SCENES if not arguments.only or scene.name.startswith(tuple(arguments.only))]
    with serve_seed_data() as shops, tempfile.TemporaryDirectory() as profile, open_chromium(Path(profile)) as browser:
        for scene in scenes:
            for language in LANGUAGES:
                take_pictures(browser, shops, scene, language, arguments.folder)
    print(f"{len(scenes) * len(LANGUAGES) * len(SIZES) * len(SCHEMES)} pictures in {arguments.folder}")


def take_pictures(browser: Browser, shops: SeedData, scene: Scene, language: str, folder: Path) -> None:
    """All pictures of a screen in one language: the whole page, as far as it reaches."""
    gallery.open_scene(browser, shops, scene, language)
    for named, size in SIZES:
        for scheme in SCHEMES:
            browser.resize(size)
            browser.set_color_scheme(scheme)
            height = browser.run_script("return document.documentElement.scrollHeight")
            browser.resize((size[0], max(size[1], min(height, 3 * size[1]))))
            path = folder / f"{scene.name}-{named}-{scheme}-{language}.png"
            browser.driver.save_screenshot(str(path))


@contextmanager
def serve_seed_data() -> Iterator[SeedData]:
    """The shops, on a service and a database that end with them."""
    with passable_folder() as folder, embedded_server.start(folder / "server", durable=False) as server:
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
            yield gallery.create_seed_data(open_client(service), courier, courier.url, PARCELS)


if __name__ == "__main__":
    main()
