"""Every use of a clock in the source stands in a table with its reason, and the table holds nothing else."""

from tests.contract.clock_reading import uses
from tests.contract.clock_uses import ALLOWED


def test_every_place_that_reads_a_clock_has_its_reason() -> None:
    read = {f"{path}: {inside} {what}" for path, inside, what in uses()}
    allowed = {f"{path}: {place}" for path, places in ALLOWED.items() for place, reason in places.items() if reason}
    assert read == allowed
