"""Pages are rendered once, on their first request, without blocking the event loop."""

import asyncio

from fulfilment.app import all_events, all_routes
from fulfilment.docs_site.site import MAX_KEPT_BASES, DocsSite
from fulfilment.infra.api.request import Request
from fulfilment.infra.openapi.document import ApiDocument

ASKING = Request("GET", b"/docs/signing", b"", {"accept-encoding": [b"gzip"]}, b"", None)


async def test_many_who_ask_at_once_share_one_page() -> None:
    site = DocsSite(ApiDocument(all_routes, all_events))
    answers = await asyncio.gather(*(site.page("signing", ASKING) for _ in range(20)))
    assert {answer.status for answer in answers} == {200}
    assert len({id(answer.content) for answer in answers}) == 1


async def test_the_loop_turns_while_a_page_is_made() -> None:
    site, turns = DocsSite(ApiDocument(all_routes, all_events)), 0
    making = asyncio.ensure_future(site.page("reference/createShipment", ASKING))
    while not making.done():
        await asyncio.sleep(0)
        turns += 1
    assert making.result().status == 200 and turns > 10


async def test_what_was_made_is_answered_without_waiting() -> None:
    site = DocsSite(ApiDocument(all_routes, all_events))
    first = await site.page("signing", ASKING)
    again = site.page("signing", ASKING)
    try:
        again.send(None)
    except StopIteration as done:
        assert done.value.content is first.content
    else:
        raise AssertionError("it waited")


async def test_hosts_of_others_do_not_take_the_public_address_out_of_the_cache() -> None:
    site = DocsSite(ApiDocument(all_routes, all_events))
    for number in range(MAX_KEPT_BASES + 2):
        headers = {"accept-encoding": [b"gzip"], "host": [b"host-%d.example" % number]}
        await site.page("", Request("GET", b"/docs", b"", headers, b"", None))
    first, again = [await site.page("", ASKING) for _ in range(2)]
    assert again.content is first.content
