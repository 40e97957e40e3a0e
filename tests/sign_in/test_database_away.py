"""Whoever signs in while the database is away is told so, and gets in with the same provider when it is back."""

from fulfilment.db import embedded, migrate, postmaster
from tests.harness.folder import passable_folder
from tests.harness.waiting import eventually
from tests.http.service import serving
from tests.sign_in.browser import Browser
from tests.sign_in.conftest import Desk


def test_whoever_signs_in_while_the_database_is_away_is_told_so_and_gets_in_later(
    named: dict[str, str], desk: Desk
) -> None:
    with passable_folder() as folder, embedded.start(folder) as server:
        migrate.migrate(server.url)
        with serving(server.url, database_pool_wait_seconds="0.3", **named) as service:
            browser, known = Browser(service.port), Browser(service.port)
            desk.sign_in(known)
            asked = browser.begin()
            desk.says(asked)
            postmaster.halt(server.data)
            page = desk.lead_back(browser, asked)
            assert page.status == 503 and "Nobody can sign in at the moment. Wait some seconds" in page.text
            assert browser.session is None
            assert page.headers["content-type"].startswith("text/html") and int(page.headers["retry-after"]) > 0
            refused = known.get("/console")
            assert refused.status == 503 and "Nothing is lost" in refused.text and known.session is not None
            assert server.revive()
            postmaster.await_ready(server.data)
            # The same session goes on, and the provider leads whoever was refused in.
            eventually(lambda: known.get("/console").status == 303)
            assert "sign-in" not in known.get("/console").where
            desk.sign_in(browser)
            assert browser.session is not None
            assert service.faults() == []
