"""A room of their own for documents: drawn in processes beside the API's, within bounds. Knows no domain."""

from fulfilment.documents.drawing import Drawing
from fulfilment.documents.pool import Documents

__all__ = ["Documents", "Drawing"]
