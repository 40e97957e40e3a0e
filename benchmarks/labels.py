"""`python -m benchmarks.labels`: how long a label takes that has everything on it, in a process that serves the API."""

import sys
import time
from datetime import UTC, datetime
from statistics import median, quantiles

import msgspec

import fulfilment.app  # noqa: F401 - what the API has loaded before its first label
from fulfilment.labels import Label, LabelItem, LabelOptions, Party, render

LABELS = 100
BAR_MILLISECONDS = 50.0

_LABEL = Label(
    shipment_id="ship_01JABCDEF0123456789ABCDEFG",
    courier_name="JNE",
    courier_code="jne",
    service_name="Reguler",
    service_code="reg",
    courier_type="standard",
    waybill="JNE0123456789",
    sort_code="CGK-BDO10",
    brand="Toko Kita",
    sender=Party("Gudang", "+62215550101", "Jl. Kebon Sirih No. 12", "Menteng, Jakarta Pusat", "10340"),
    recipient=Party(
        "Siti 木村 علي", "081234567890", "Jl. Merdeka Raya Blok C-17 No. 8", "Bandung", "40132", "Titip satpam."
    ),
    items=tuple(LabelItem(f"Kaos Katun {number}", 2, 220, f"KAOS-{number}", "sablon depan") for number in range(10)),
    total_weight_grams=1250,
    price=18_000,
    insurance=2_500,
    insured=True,
    reference="INV/2026/0042",
    created_at=datetime(2026, 11, 21, 23, 30, tzinfo=UTC),
)


def verdicts() -> list[str]:
    """The first label of a process, the ones after it, and what was imported for them."""
    known = set(sys.modules)
    first, *others = [_milliseconds(number) for number in range(LABELS + 1)]
    imported = sorted(set(sys.modules) - known)
    slowest = quantiles(others, n=100)[98]
    return [
        f"{_word(first <= BAR_MILLISECONDS)}  first label: {first:.1f} ms (bar {BAR_MILLISECONDS:g})",
        f"{_word(slowest <= BAR_MILLISECONDS)}  a label: {median(others):.1f} ms, 99 of 100 within {slowest:.1f}"
        f" (bar {BAR_MILLISECONDS:g})",
        f"{_word(not imported)}  imported for labels: {', '.join(imported) or 'nothing'} (bar nothing)",
    ]


def _milliseconds(number: int) -> float:
    """Each is of another parcel, so that nothing can be kept from the one before."""
    label = msgspec.structs.replace(_LABEL, waybill=f"JNE{number:010}", shipment_id=f"ship_{number:026}")
    began = time.perf_counter()
    render([label], LabelOptions())
    return (time.perf_counter() - began) * 1_000


def _word(is_met: bool) -> str:
    return f"{'met' if is_met else 'MISSED':<6}"


if __name__ == "__main__":
    print("\n".join(verdicts()))
