"""Shipping labels: a snapshot of a shipment in, a PDF out. Knows no database and no other domain.

`render(labels, options)` is the only way in; `Label` holds everything that may be printed and `LabelOptions`
says what is.
"""

from fulfilment.labels.document import render
from fulfilment.labels.records import Label, LabelItem, LabelOptions, Party, Size

__all__ = ["Label", "LabelItem", "LabelOptions", "Party", "Size", "render"]
