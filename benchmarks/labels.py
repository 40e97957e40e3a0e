"""`python -m benchmarks.labels`: how long labels take to draw, in process and through the processes for it."""

import gc
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from statistics import median, quantiles
from typing import Any

import msgspec
import uvloop

from fulfilment import settings
from fulfilment.documents import LabelOptions
from fulfilment.infra.pdf import RenderPool
from fulfilment.shipments.shipping_documents import label_rendering

LABELS = 100
FIRST_BAR_MILLISECONDS = 50.0
BAR_MILLISECONDS = 5.0
SCRIPTS_BAR_MILLISECONDS = 12.0
LARGEST_BAR_MILLISECONDS = 1_000.0
TOGETHER_BAR_MILLISECONDS = 500.0

_ORIGIN = {
    "contactName": "Gudang",
    "contactPhone": "+62215550101",
    "address": "Jl. Kebon Sirih No. 12",
    "district": "Menteng",
    "city": "Jakarta Pusat",
    "postalCode": "10340",
}
_DESTINATION = {
    "contactName": "Siti Nurhaliza {}",
    "contactPhone": "081234567890",
    "address": "Jl. Merdeka Raya Blok C-17 No. {}",
    "city": "Bandung",
    "postalCode": "40132",
    "note": "Titip satpam.",
}
# Latin, Chinese and Thai, or Arabic in place of Thai, and a face of pictures.
_SCRIPTS = {
    "Thai": _DESTINATION
    | {"contactName": "Siti 木村 สมชาย {}", "address": "{} ถนนสุขุมวิท แขวงคลองเตย, 東京都 🏠", "note": "🎉 ด่วน"},
    "Arabic": _DESTINATION
    | {"contactName": "Siti 木村 علي {}", "address": "{} شارع التحرير, 東京都 🏠", "note": "🎉 سريع"},
}
_ITEMS = [
    {"name": f"Kaos Katun {n}", "quantity": 2, "weight": 220, "sku": f"KAOS-{n}", "description": "sablon depan"}
    for n in range(10)
]


def _alternating(first: range, second: range) -> list[dict[str, Any]]:
    """Items as many and as long as they may be, every second character of the one and of the other kind."""

    def text(nth: int, length: int) -> str:
        return "".join(
            chr((second if at % 2 else first)[(nth * 7 + at * 13) % len(second if at % 2 else first)])
            for at in range(length)
        )

    return [
        {"name": text(n, 200), "quantity": 2, "weight": 220, "description": text(n + 1_000, 500)} for n in range(200)
    ]


_CHINESE_AND_EMOJI = _alternating(range(0x4E00, 0x6E00), range(0x1F600, 0x1F640))
_TWO_DIRECTIONS = _alternating(range(0x0627, 0x063A), range(0x61, 0x7A))


def _order(
    *numbers: int, destination: dict[str, str] = _DESTINATION, items: list[dict[str, Any]] = _ITEMS
) -> label_rendering.LabelJob:
    """Each label is for another recipient, as in a shop: the goods and the sender stay the same."""
    origin, items_text = (msgspec.json.encode(part).decode() for part in (_ORIGIN, items))
    when = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
    shipments = [
        label_rendering.ShipmentSnapshot(
            *(f"ship_{n:026}", "jne", "reg", "standard", f"JNE{n:010}", "CGK-BDO10", "INV/2026/0042"),
            *(18_000, 2_500, True, when),
            *(origin, msgspec.json.encode(_numbered(destination, n)).decode(), items_text, "confirmed"),
        )
        for n in numbers
    ]
    return label_rendering.LabelJob(shipments, LabelOptions(), "Toko Kita", "IDR", "Asia/Jakarta")


def _numbered(destination: dict[str, str], number: int) -> dict[str, str]:
    return {field: text.format(number) for field, text in destination.items()}


class Bench:
    """Draws through the pool, as the API does, and in this process, to tell apart what the way there costs."""

    def __init__(self, documents: RenderPool) -> None:
        self._documents = documents
        self.verdicts: list[str] = []

    async def measure(
        self, what: str, bar: float, orders: Callable[[int], label_rendering.LabelJob], times: int = 1
    ) -> None:
        """Note the median and nearly the slowest of so many, both ways."""
        given = [label_rendering.build_job(orders(n)).payload for n in range(times)]
        here = [_milliseconds(lambda order=order: label_rendering.render_labels(order)) for order in given]
        there = []
        for n in range(times, 2 * times):
            order = label_rendering.build_job(orders(n))
            began = time.perf_counter()
            await self._documents.render(order, "benchmark")
            there.append((time.perf_counter() - began) * 1_000)
        slowest = _nearly_slowest(there)
        self.verdicts.append(
            f"{'met' if slowest <= bar else 'MISSED':<6}  {what}: {median(there):.1f} ms through the pool,"
            f" 99 of 100 within {slowest:.1f} (bar {bar:g}); {median(here):.1f} of processor time in process,"
            f" 99 of 100 within {_nearly_slowest(here):.1f}"
        )


def _nearly_slowest(spent: list[float]) -> float:
    """The 99th percentile; the slowest where there are fewer than 100."""
    return quantiles(spent, n=100)[98] if len(spent) >= LABELS else max(spent)


def _milliseconds(work: Callable[[], Any]) -> float:
    """Processor time, which a busy machine moves less."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1_000


async def _verdicts() -> list[str]:
    # As the API's, which was begun by a process that loaded no typeface.
    documents = RenderPool(settings.load({}), label_rendering.sample_label())
    await documents.start()
    try:
        await documents.render(label_rendering.sample_label(), "benchmark")
        label_rendering.render_labels(label_rendering.sample_label().payload)
        bench = Bench(documents)
        await bench.measure("the first label", FIRST_BAR_MILLISECONDS, _order)
        await bench.measure("a label", BAR_MILLISECONDS, _order, LABELS)
        for third, destination in _SCRIPTS.items():
            what = f"a label of Latin, Chinese and {third} with emoji"
            orders = partial(_order, destination=destination)
            await bench.measure(what, SCRIPTS_BAR_MILLISECONDS, orders, LABELS)
        await bench.measure("100 labels", TOGETHER_BAR_MILLISECONDS, lambda n: _order(*range(n, n + 100)), 3)
        for what, items in (("Chinese with emoji", _CHINESE_AND_EMOJI), ("two directions", _TWO_DIRECTIONS)):
            given = f"200 items of {what}"
            await bench.measure(given, LARGEST_BAR_MILLISECONDS, lambda n, items=items: _order(n, items=items), 3)
        return bench.verdicts
    finally:
        await documents.close()


def verdicts() -> list[str]:
    """A line for each kind of document: how long it takes, and whether that is within its bar."""
    # As in the processes that draw.
    gc.disable()
    return uvloop.run(_verdicts())


if __name__ == "__main__":
    print("\n".join(verdicts()))
