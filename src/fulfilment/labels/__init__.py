"""Shipping labels: a snapshot of a shipment in, a PDF out. Knows no database and no other domain.

`render(labels, options)` is the only way in; `Label` holds everything that may be printed and `LabelOptions`
says what is.
"""

from typing import Any

from fulfilment.labels.records import Label, LabelItem, LabelOptions, Layout, Party, Size

__all__ = ["Label", "LabelItem", "LabelOptions", "Layout", "Party", "Size", "render"]


def __getattr__(name: str) -> Any:
    """`render` is loaded by who draws: the API only says what to print, and has no use for typefaces in its memory."""
    if name != "render":
        raise AttributeError(name)
    from fulfilment.labels.document import render

    return render
