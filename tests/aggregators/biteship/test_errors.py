"""Every error code of the aggregator, and the exception that the caller gets for it."""

import pytest

from fulfilment.aggregators.biteship.errors import error_from_response, error_from_write
from fulfilment.aggregators.biteship.response import AggregatorResponse
from fulfilment.aggregators.port import (
    AggregatorDeclined,
    AggregatorNotFound,
    CancellationDeclined,
    InvalidAggregatorKey,
    InvalidRequest,
)

KEY = "biteship_live.secret"
BAD_KEY = (40000001, 40101001, 40101002, 40101003, 40301001, 40301002, 40002001, 40002002, 40002003)
FIELDS = {
    40001001: "destination.postalCode",
    40001002: None,
    40002010: "destination",
    40002011: "origin",
    40002012: "destination.address",
    40002014: "origin.contactName",
    40002015: "origin.contactPhone",
    40002016: "origin.address",
    40002017: "destination.contactName",
    40002018: "destination.contactPhone",
    40002019: "destination.address",
    40002020: "destination.postalCode",
    40002022: "origin",
    40002023: "origin",
    40002024: "destination",
    40002025: "destination",
    40002026: "courierCode",
    40002027: "courierServiceCode",
    40002034: "insured",
    40002038: "items",
}
NOT_FOUND = (40002057, 40003001, 40003003)
CANNOT_CANCEL = (40002053, 40002055, 40002056)
# Errors that the caller did not cause or could not avoid: faults of the service, the courier or the account.
DECLINED = (
    *range(40002004, 40002010),
    40002013,
    40002021,
    *range(40002028, 40002034),
    *range(40002035, 40002038),
    *range(40002039, 40002053),
    40002054,
    40002058,
    40002059,
    40002061,
    40002062,
    40002999,
    *range(40009001, 40009005),
    40003002,
)


def refused(code: int) -> AggregatorResponse:
    return AggregatorResponse(code // 100_000, {"success": False, "error": "No", "code": code})


@pytest.mark.parametrize("read", [error_from_response, error_from_write])
@pytest.mark.parametrize(
    ("codes", "error"),
    [
        (BAD_KEY, InvalidAggregatorKey),
        (NOT_FOUND, AggregatorNotFound),
        (CANNOT_CANCEL, CancellationDeclined),
        (DECLINED, AggregatorDeclined),
    ],
)
def test_every_code_has_its_meaning(read, codes, error):
    assert {code: type(read(refused(code), KEY)) for code in codes} == dict.fromkeys(codes, error)


@pytest.mark.parametrize(("code", "field"), FIELDS.items())
def test_what_the_caller_got_wrong_names_the_part_it_is_about(code: int, field: str | None):
    problem = error_from_write(refused(code), KEY)
    assert (type(problem), problem.field) == (InvalidRequest, field)
