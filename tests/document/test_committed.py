"""The committed document is the same as the served one."""

import json

from tests.document import committed


def test_the_committed_document_is_the_one_that_is_served() -> None:
    kept = committed.PATH.read_text(encoding="utf-8")
    assert json.loads(kept) == committed.made(), "docs/openapi.json is not what is served: make openapi writes it anew"
    assert kept == committed.text(committed.made())
