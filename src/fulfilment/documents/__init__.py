"""Labels, packing slips and manifests: a snapshot of shipments in, a PDF out. Knows no database and no other domain.

`render(labels, options)` is the only way in; `Label` holds everything that may be printed and `LabelOptions`
says what is.
"""

from typing import TYPE_CHECKING

from fulfilment.documents.document_data import Label, LabelItem, LabelOptions, Layout, Party, Size

if TYPE_CHECKING:
    from fulfilment.documents.label_document import render

__all__ = ["Label", "LabelItem", "LabelOptions", "Layout", "Party", "Size", "render"]


def __getattr__(name: str) -> object:
    """`render` is loaded by who draws: the API only says what to print, and has no use for typefaces in its memory."""
    if name != "render":
        raise AttributeError(name)
    from fulfilment.documents.label_document import render

    return render
