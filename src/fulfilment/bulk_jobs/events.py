"""Webhook events of batches (docs/batches.md)."""

from fulfilment.bulk_jobs.schemas import Batch
from fulfilment.infra.database.transaction import Tx


class BatchFinished(Batch):
    """A batch finished: every shipment has its outcome, or was left untouched since the batch was stopped.

    It fires again after a retry of the failed shipments.
    """

    batch_id: str
    """The batch's id; the same as `id`."""


EVENTS = {"batch.finished": BatchFinished}


def emit_finished(tx: Tx, batch: Batch) -> None:
    """Emit `batch.finished`, in the transaction of the last outcome."""
    tx.emit("batch.finished", batch.id, batch, batchId=batch.id)
