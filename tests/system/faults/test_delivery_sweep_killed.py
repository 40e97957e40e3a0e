"""Workers that are killed while they tell of expiries, as by a power cut."""

from tests.deliveries.test_expiry import grant_many, told_once
from tests.harness.database import rows
from tests.harness.service import Client
from tests.webhooks.working import eventually, working

NUMBER = 4_000


def left(client: Client) -> int:
    return rows(client, "SELECT count(*) FROM deliveries WHERE account_id = $1 AND state = 'open'")[0][0]


def test_what_a_killed_worker_has_not_told_of_is_told_of_by_the_next_and_nothing_twice(merchant: Client):
    url = merchant.service.database_url
    grant_many(merchant, NUMBER, "-1 hour")
    before = NUMBER
    for _ in range(2):
        with working(url) as worker:
            eventually(lambda: left(merchant), lambda now, before=before: now < before)
            worker.kill()
        before = left(merchant)
        assert told_once(merchant)["expired"] == NUMBER - before
    assert 0 < before < NUMBER
    with working(url), working(url):
        eventually(lambda: left(merchant), lambda now: now == 0)
    assert told_once(merchant) == {"expired": NUMBER}
