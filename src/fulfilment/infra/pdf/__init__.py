"""PDF rendering in a bounded pool of worker processes, independent of the domains."""

from fulfilment.infra.pdf.render_pool import RenderPool
from fulfilment.infra.pdf.worker_process import RenderJob

__all__ = ["RenderJob", "RenderPool"]
