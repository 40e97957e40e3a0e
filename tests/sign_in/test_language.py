"""Pages of signing in and out speak the reader's language, and are light or dark as the workstation chose."""

import pytest

from tests.console.people import get_page
from tests.harness.service import Service

PAGES = (
    ("/console/signed-out", 200, "You are signed out", "Anda sudah keluar"),
    ("/console/sign-out", 200, "Stay signed in", "Tetap masuk"),
    (
        "/console/signed-in?state=x&code=y",
        400,
        "This sign-in cannot continue",
        "Proses masuk ini tidak bisa dilanjutkan",
    ),
)


@pytest.mark.parametrize(("path", "status", "english", "indonesian"), PAGES)
def test_a_page_speaks_as_the_workstation_chose_or_else_as_the_browser_asks(
    service: Service, path: str, status: int, english: str, indonesian: str
) -> None:
    for headers, language in (
        ([("Accept-Language", "en-GB")], "en"),
        ([("Accept-Language", "id-ID,en;q=0.5")], "id"),
        ([("Accept-Language", "fr")], "en"),
        ([("Accept-Language", "en"), ("Cookie", "console-language=id")], "id"),
        ([("Accept-Language", "id"), ("Cookie", "console-language=en")], "en"),
        ([("Accept-Language", "id"), ("Cookie", "console-language=<script>")], "id"),
    ):
        answer = get_page(service, path, headers)
        assert (answer.status, answer.headers["content-language"]) == (status, language)
        page = answer.raw.decode()
        assert f'<html lang="{language}">' in page
        assert ((indonesian in page), (english in page)) == (language == "id", language == "en")


@pytest.mark.parametrize(("path", "status", "english", "_"), PAGES)
def test_a_page_is_light_or_dark_as_the_workstation_chose(
    service: Service, path: str, status: int, english: str, _: str
) -> None:
    for chosen, said in (("dark", b' data-theme="dark"'), ("light", b' data-theme="light"'), ("<script>", b"")):
        answer = get_page(service, path, [("Cookie", f"console-theme={chosen}")])
        assert (answer.status, english.encode() in answer.raw) == (status, True)
        assert b'<html lang="en"' + said + b">" in answer.raw
