"""PDF documents: labels, packing slips and manifests from snapshots of shipments, without database or other domains.

`render(labels, options)` renders labels. `Label` has all data that may be printed, and `LabelOptions` selects from it.
"""

from typing import TYPE_CHECKING

from fulfilment.documents.document_data import Label, LabelItem, LabelOptions, Layout, Party, Size

if TYPE_CHECKING:
    from fulfilment.documents.label_document import render

__all__ = ["Label", "LabelItem", "LabelOptions", "Layout", "Party", "Size", "render"]


def __getattr__(name: str) -> object:
    """Import `render` lazily, since only PDF workers need it and its typefaces, but not the API."""
    if name != "render":
        raise AttributeError(name)
    from fulfilment.documents.label_document import render

    return render
