"""PDF rendering: a bounded pool of worker processes outside the API. Knows no domain."""

from fulfilment.infra.pdf.render_job import RenderJob
from fulfilment.infra.pdf.render_pool import RenderPool

__all__ = ["RenderJob", "RenderPool"]
