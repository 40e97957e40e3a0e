"""No cursor, however it was made, is a fault: each part of it is read by the type of the list's sort key."""

import pytest

from tests.contract.document import Operation, the_document
from tests.contract.path_ids import GUARDED_BY_A_SECRET, in_world
from tests.contract.test_answers import needed_query
from tests.harness.paging import TELLING_CURSORS
from tests.harness.service import Client, Service

LISTS = [
    pytest.param(operation, id=f"{operation.method} {operation.path}")
    for operation in the_document().operations()
    if "cursor" in operation.names("query") and operation.path not in GUARDED_BY_A_SECRET
]
# Query parameters that give a list another sort key.
ORDERS = {
    "/api/v1/products": ("", "&q=coffee"),
    "/api/v1/licenses": ("", "&q=first"),
    "/api/v1/stock/levels": ("", "&q=coffee", "&at=2026-01-01T00:00:00Z"),
    "/api/v1/shipping/shipments": ("", "&q=siti", "&queue=silent", "&queue=to_book"),
    "/api/v1/shipping-credits/statement": ("", "&format=csv"),
}


@pytest.mark.parametrize("operation", LISTS)
def test_a_list_takes_no_cursor_for_a_fault(
    service: Service, owner: Client, owned: dict[str, str], operation: Operation
) -> None:
    path, needed = in_world(operation.path, owned), needed_query(operation, owned)
    for order in ORDERS.get(operation.path, ("",)):
        for cursor in TELLING_CURSORS:
            answer = owner("GET", f"{path}?cursor={cursor}{needed}{order}")
            told = (answer.status, None if answer.status == 200 else answer.field)
            assert told in ((200, None), (400, "cursor")), (order, cursor, answer.raw[:300])
    assert service.faults() == []
