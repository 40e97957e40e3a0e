"""No proxy variable, crafted URL or earlier answer redirects a request or changes its content."""

import socket

import pytest

from tests.webhooks.authority import Authority
from tests.webhooks.receivers import answer_with, receiving, response
from tests.webhooks.sending import OK, send, send_once, sender

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "WS_PROXY", "FTP_PROXY")


async def at_loopback(host: str, port: int):
    return [(socket.AF_INET, "127.0.0.1")]


@pytest.fixture(params=[str.upper, str.lower], ids=["upper case", "lower case"])
def set_proxies(request, monkeypatch):
    def set_them(url: str) -> None:
        for name in PROXIES:
            monkeypatch.setenv(request.param(name), url)
        monkeypatch.setenv(request.param("NO_PROXY"), "nothing.example.com")

    return set_them


async def test_no_proxy_of_the_environment_is_put_between(set_proxies):
    async with receiving(answer_with(OK)) as proxy, receiving(answer_with(OK)) as receiver:
        set_proxies(f"http://127.0.0.1:{proxy.port}")
        async with sender(lookup=at_loopback) as using:
            assert (await send(using, f"http://hooks.example.com:{receiver.port}/")).ok
        assert (proxy.connections, receiver.connections) == (0, 1)


async def test_no_proxy_of_the_environment_is_put_between_for_tls(set_proxies, tmp_path):
    authority = Authority()
    served = authority.serve("hooks.example.com", tmp_path)
    async with receiving(answer_with(OK)) as proxy, receiving(answer_with(OK), served) as receiver:
        set_proxies(f"http://127.0.0.1:{proxy.port}")
        async with sender(lookup=at_loopback, tls=authority.trust()) as using:
            assert (await send(using, f"https://hooks.example.com:{receiver.port}/")).ok
        assert (proxy.connections, receiver.connections) == (0, 1)


async def test_no_password_of_the_environment_is_told(monkeypatch, tmp_path):
    for name in (".netrc", "_netrc"):
        (tmp_path / name).write_text("default login operator password hunter2\n")
        (tmp_path / name).chmod(0o600)
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    monkeypatch.setenv("HOME", str(tmp_path))
    _, receiver = await send_once(answer_with(OK))
    assert "authorization" not in receiver.heads[0].lower()


async def test_a_cookie_is_not_sent_back():
    setting = answer_with(response("200 OK", b"", "Set-Cookie: visitor=merchant-one"))
    async with receiving(setting) as receiver, sender() as using:
        for _ in range(2):
            await send(using, receiver.url)
    assert len(receiver.heads) == 2
    assert "cookie" not in receiver.heads[1].lower()


@pytest.mark.parametrize(
    "location", ["{target}", "//127.0.0.1:{port}/", "\\\\127.0.0.1:{port}", "http://[", "/\x7f", ""]
)
async def test_a_redirect_is_not_even_looked_at_and_its_body_is_kept(location):
    async with receiving(answer_with(OK)) as target:
        header = "Location: " + location.format(target=target.url, port=target.port)
        outcome, receiver = await send_once(answer_with(response("302 Found", b"moved over there", header)))
        assert (target.connections, receiver.connections) == (0, 1)
    assert (outcome.ok, outcome.response_code, outcome.response_body) == (False, 302, "moved over there")
    assert outcome.error == "redirect not followed (HTTP 302)"


async def test_a_refresh_or_an_alternative_service_is_not_followed_either():
    async with receiving(answer_with(OK)) as target:
        headers = f"Refresh: 0; url={target.url}", f'Alt-Svc: http/1.1="127.0.0.1:{target.port}"'
        async with receiving(answer_with(response("200 OK", b"", *headers))) as receiver, sender() as using:
            assert [(await send(using, receiver.url)).ok for _ in range(2)] == [True, True]
        assert (target.connections, len(receiver.heads)) == (0, 2)


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("/a%0d%0aX-Evil:%201", "/a%0d%0aX-Evil:%201"),
        ("/a?b=%0D%0A%0D%0APOST%20/", "/a?b=%0D%0A%0D%0APOST%20/"),
        ("/ü/%E4?ß=é", "/%C3%BC/%E4?%C3%9F=%C3%A9"),
        ("?x=1", "/?x=1"),
        ("//twice", "//twice"),
    ],
)
async def test_the_path_of_a_url_stays_on_the_request_line(given, sent):
    async with receiving(answer_with(OK)) as receiver, sender() as using:
        assert (await send(using, f"http://127.0.0.1:{receiver.port}{given}")).ok
    first, *headers = receiver.heads[0].split("\r\n")
    assert first == f"POST {sent} HTTP/1.1"
    assert not any(line.lower().startswith("x-evil") for line in headers)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("MÜNCHEN.example", "xn--mnchen-3ya.example"),
        ("xn--a.example", "xn--a.example"),
        ("Hooks.Example.com.", "hooks.example.com"),
        ("_a-b_.example", "_a-b_.example"),
    ],
)
async def test_the_host_is_named_and_looked_up_as_it_was_judged(given, named):
    asked = []

    async def lookup(host: str, port: int):
        asked.append(host)
        return await at_loopback(host, port)

    async with receiving(answer_with(OK)) as receiver, sender(lookup=lookup) as using:
        assert (await send(using, f"http://{given}:{receiver.port}/")).ok
    assert asked == [named]
    assert receiver.header("Host") == f"{named}:{receiver.port}"
