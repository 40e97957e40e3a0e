"""Papers take work in proportion to what they say, as labels do: the worst texts are searched for."""

import itertools
from collections.abc import Callable
from functools import partial

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings, target

from fulfilment.documents.document_data import PackingSlipItem
from tests.documents.packing_documents import (
    SLIP,
    build_entry,
    build_slip,
    extract_pages,
    render_manifest,
    render_slips,
)
from tests.system.documents.test_linear import LENGTHS, SLACK, say, texts, work_of


def _parts(text: str) -> list[str]:
    return [text[at : at + 40] for at in range(0, len(text), 40)]


def _addressed(text: str) -> bytes:
    place = msgspec.structs.replace(SLIP.recipient, name=text, address=text, city=text, note=text)
    return render_slips(build_slip(recipient=place, sender=place, reference=text, courier=text))


PLACES: dict[str, Callable[[str], bytes]] = {
    "one item": lambda text: render_slips(build_slip(items=[PackingSlipItem(text, 1, text, text)])),
    "many items": lambda text: render_slips(
        build_slip(items=[PackingSlipItem(part, 1, part, part) for part in _parts(text)])
    ),
    "address": _addressed,
    "many parcels": lambda text: render_manifest(
        *(build_entry(recipient=part, city=part, waybill=part) for part in _parts(text))
    ),
    "one parcel": lambda text: render_manifest(
        build_entry(recipient=text, city=text, reference=text, sender=text, courier=text)
    ),
}


@pytest.mark.parametrize("place", PLACES)
@settings(max_examples=3, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(units=texts)
def test_four_times_the_text_is_four_times_the_work_in_whatever_text_a_search_finds(place: str, units: list[str]):
    done = [work_of(partial(PLACES[place], say(units, length))) for length in LENGTHS[:2]]
    growth = max(more / less for less, more in itertools.pairwise(done))
    target(growth)
    assert growth <= 4 * SLACK, (units, done)


@pytest.mark.parametrize(
    "units", [["H\u0491", " \u0d4d", "\u0d4d\n\u043f"], ["@\u0d3f", "\u0f0b"]], ids=["all", "half"]
)
def test_a_courier_that_takes_much_of_a_page_to_name_is_not_repeated_on_each(units: list[str]):
    """As searches found it: a page for each line, each with all that goes before, or with half of a page."""
    less, more = (work_of(partial(PLACES["one parcel"], say(units, length))) for length in LENGTHS[:2])
    assert more <= 4 * SLACK * less


def test_the_longest_list_there_can_be_is_drawn():
    """Five hundred parcels, each text as long as it may be, in scripts that are hard to set."""
    units = ["\u0627", "a", "木", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u0301"]
    parcels = [build_entry(recipient=say(units, 255), city=say(units, 100), reference=say(units, 255))] * 499
    said = extract_pages(render_manifest(*parcels, build_entry(reference="the very last one")))
    assert "the very last one" in said[-1] + said[-2]
