"""What happened before a suspension is still told of."""

from tests.accounts.suspending import suspend
from tests.harness.goods import new_product
from tests.http.service import serving
from tests.http.workspaces import open_client
from tests.webhooks.inbox import receiving
from tests.webhooks.working import register, settled, working


def test_webhooks_of_what_happened_still_go_out(database_url: str) -> None:
    with serving(database_url) as service, receiving() as inbox:
        merchant = open_client(service)
        hook = register(merchant, inbox.url())
        product = new_product(merchant)["id"]
        suspend(merchant)
        # No worker has run until now.
        with working(database_url):
            (received,) = inbox.wait_for(1)
            (row,) = settled(merchant, hook)
    assert received.is_signed_with(hook.secret) and received.event["data"]["productId"] == product
    assert row["status"] == "sent"
