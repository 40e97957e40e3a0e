"""Webhooks of events before a suspension are still sent."""

from tests.harness.goods import new_product
from tests.harness.service import serving
from tests.harness.workspaces import open_client
from tests.webhooks.inbox import receiving
from tests.webhooks.working import register, wait_until_settled, working
from tests.workspaces.suspending import suspend


def test_webhooks_of_what_happened_still_go_out(database_url: str) -> None:
    with serving(database_url) as service, receiving() as inbox:
        merchant = open_client(service)
        hook = register(merchant, inbox.url())
        product = new_product(merchant)["id"]
        suspend(merchant)
        # No worker has run until now.
        with working(database_url):
            (received,) = inbox.wait_for(1)
            (row,) = wait_until_settled(merchant, hook)
    assert received.is_signed_with(hook.secret) and received.event["data"]["productId"] == product
    assert row["status"] == "sent"
