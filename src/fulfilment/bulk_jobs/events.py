"""The events of batches (docs/batches.md)."""

from fulfilment.bulk_jobs.schemas import Batch
from fulfilment.infra.database.transaction import Tx


class BatchFinished(Batch):
    """Every shipment of a batch has its outcome, or was left untouched since the batch was stopped.

    It fires again where the failed ones were tried again.
    """

    batch_id: str
    """The batch's id once more; the same as `id`."""


EVENTS = {"batch.finished": BatchFinished}


def emit_finished(tx: Tx, batch: Batch) -> None:
    """The last of a batch's shipments has its outcome."""
    tx.emit("batch.finished", batch.id, batch, batchId=batch.id)
