"""PDF rendering: a bounded pool of worker processes outside the API. Knows no domain."""

from fulfilment.infra.pdf.render_pool import RenderPool
from fulfilment.infra.pdf.worker_process import RenderJob

__all__ = ["RenderJob", "RenderPool"]
