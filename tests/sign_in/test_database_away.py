"""A sign-in while the database is away is told so, and succeeds with the same provider when it is back."""

from fulfilment.infra.database.embedded import postmaster
from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.migrations import migrate
from tests.harness.folder import passable_folder
from tests.harness.service import serving
from tests.harness.waiting import eventually
from tests.sign_in.browser import CookieBrowser
from tests.sign_in.conftest import LoginDriver


def test_whoever_signs_in_while_the_database_is_away_is_told_so_and_gets_in_later(
    named: dict[str, str], login_driver: LoginDriver
) -> None:
    with passable_folder() as folder, embedded_server.start(folder) as server:
        migrate.migrate(server.url)
        with serving(server.url, database_pool_timeout_seconds="0.3", **named) as service:
            browser, known = CookieBrowser(service.port), CookieBrowser(service.port)
            login_driver.sign_in(known)
            params = browser.start_sign_in()
            login_driver.set_next_token(params)
            postmaster.stop(server.data)
            page = login_driver.return_to_callback(browser, params)
            assert page.status == 503 and "Signing in is not possible at the moment. Wait a few seconds" in page.text
            assert browser.session_id is None
            assert page.headers["content-type"].startswith("text/html") and int(page.headers["retry-after"]) > 0
            refused = known.get("/console")
            assert refused.status == 503 and "Nothing is lost" in refused.text and known.session_id is not None
            assert server.restart()
            postmaster.await_ready(server.data)
            # The same session goes on, and the browser that was refused can sign in.
            eventually(lambda: known.get("/console").status == 303)
            assert "sign-in" not in known.get("/console").location
            login_driver.sign_in(browser)
            assert browser.session_id is not None
            assert service.faults() == []
