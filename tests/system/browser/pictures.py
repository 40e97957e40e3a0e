"""`make console-pictures`: pictures of the screens of the console, for reviews and for the documents.

It starts a service with a full shop and an empty one, and Chromium, which must be installed with its driver. Each
screen is written as `<screen>-<phone or desktop>-<light or dark>-<en or id>.png`. With `--docs` it draws the pictures
of docs/pictures instead, as the manifest there says, and writes their headings into the manifest.
"""

import argparse
import base64
import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pypdfium2
from PIL import Image

from fulfilment.documents import LabelOptions, render
from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.migrations import migrate
from tests.docs_site import pictures as documented
from tests.docs_site.pictures import PrintedLabel, Screen
from tests.documents.printing import LABEL, extract
from tests.harness.folder import passable_folder
from tests.harness.inbound import INBOUND, REPORT_TOKEN
from tests.harness.service import serving
from tests.harness.simulator import simulating
from tests.harness.workspaces import open_client
from tests.system.browser import gallery
from tests.system.browser.browser import DESKTOP, PHONE, Browser, list_missing_programs, open_chromium
from tests.system.browser.gallery import SCENES, Scene, SeedData

DEFAULT_FOLDER = Path("build/console-pictures")
WINDOWS = {"phone": PHONE, "desktop": (1120, 720)}
LABEL_SCALE = 3
COLOURS = (256, 128, 64, 32)
PARCELS = 85
SIZES = (("phone", PHONE), ("desktop", DESKTOP))
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "id")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make console-pictures", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--docs", action="store_true", help="the pictures of docs/pictures")
    parser.add_argument("--only", nargs="+", default=[], help="the beginnings of the names of screens or pictures")
    arguments = parser.parse_args()
    if lacking := list_missing_programs():
        sys.exit(f"Pictures need {' and '.join(lacking)} on the PATH.")
    if arguments.docs:
        draw_documented(tuple(arguments.only))
        return
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


def draw_documented(only: tuple[str, ...]) -> None:
    """Draw the pictures of the manifest, all of them or those whose names begin so, and update the manifest."""
    manifest = documented.read_manifest()
    chosen = {name: each for name, each in manifest.items() if not only or name.startswith(only)}
    screens = {name: each for name, each in chosen.items() if isinstance(each, Screen)}
    labels = {name: each for name, each in chosen.items() if isinstance(each, PrintedLabel)}
    for name, label in labels.items():
        draw_label(label, documented.FOLDER / name)
    if screens:
        with (
            serve_seed_data(has_extremes=False) as shops,
            tempfile.TemporaryDirectory() as profile,
            open_chromium(Path(profile)) as browser,
        ):
            for name, screen in screens.items():
                draw_screen(browser, shops, screen, documented.FOLDER / name)
    documented.write_manifest(manifest)
    print(f"{len(chosen)} pictures in {documented.FOLDER}")


def draw_label(picture: PrintedLabel, path: Path) -> None:
    options = LabelOptions(size=picture.size)
    page = pypdfium2.PdfDocument(render([LABEL], options))[0]
    write_png(page.render(scale=LABEL_SCALE).to_pil(), path)
    picture.text = extract(LABEL, options)


def draw_screen(browser: Browser, shops: SeedData, picture: Screen, path: Path) -> None:
    scene = next((scene for scene in SCENES if scene.name == picture.scene), None)
    if scene is None:
        sys.exit(f"{path.name}: tests/system/browser/gallery.py has no scene {picture.scene!r}.")
    width, height = WINDOWS[picture.size]
    browser.resize((width, picture.height or height))
    browser.set_color_scheme(picture.scheme)
    gallery.open_scene(browser, shops, scene, picture.language)
    shown = browser.texts("#screen h1, #screen h2")
    picture.folder, picture.headings = documented.match_headings(shown, picture.language)
    if not picture.headings:
        sys.exit(f"{path.name}: none of its headings is a text of the console: {shown}")
    write_png(Image.open(io.BytesIO(take_screenshot(browser, picture.part))), path)


def take_screenshot(browser: Browser, part: str | None) -> bytes:
    """PNG of the window, or of the whole of one element."""
    clip = {}
    if part is not None:
        box = browser.run_script(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return {x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height};",
            part,
        )
        clip = {"clip": box | {"scale": 1}, "captureBeyondViewport": True}
    taken = browser.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"} | clip)
    return base64.b64decode(taken["data"])


def write_png(image: Image.Image, path: Path) -> None:
    """Write a PNG with as many colours of a palette as MAX_BYTES allows."""
    for colours in COLOURS:
        drawn = image.convert("RGB").quantize(colours, dither=Image.Dither.NONE)
        target = io.BytesIO()
        drawn.save(target, "PNG", optimize=True)
        if len(target.getvalue()) < documented.MAX_BYTES:
            path.write_bytes(target.getvalue())
            return
    sys.exit(f"{path.name} has more than {documented.MAX_BYTES} bytes: choose a part, or a smaller height.")


@contextmanager
def serve_seed_data(*, has_extremes: bool = True) -> Iterator[SeedData]:
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
            yield gallery.create_seed_data(
                open_client(service), courier, courier.url, PARCELS, has_extremes=has_extremes
            )


if __name__ == "__main__":
    main()
