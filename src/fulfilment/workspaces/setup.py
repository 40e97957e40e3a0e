"""How far a workspace is on the way to its first label, read from what it has (decision 131)."""

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import ApiModel, from_row

# Counts that are kept say whether there is any; of levels, the first row of an index does.
FIND = sql(
    "workspace.find_setup",
    """
    SELECT c.address IS NOT NULL AS origin,
           c.address IS NOT NULL AND c.active AS couriers,
           (SELECT coalesce(sum(count), 0) > 0 FROM sharded_counters
             WHERE account_id = $1 AND noun = 'product' AND status = 'active') AS products,
           (SELECT true FROM stock_levels WHERE account_id = $1 ORDER BY last_movement_id DESC LIMIT 1) IS NOT NULL
             AS stock,
           c.api_key IS NOT NULL OR coalesce(b.balance > b.held, false) AS payment,
           EXISTS (SELECT FROM counters WHERE account_id = $1 AND noun = 'shipment' AND count > 0) AS shipments
      FROM accounts a
      LEFT JOIN aggregator_configs c ON c.account_id = a.id
      LEFT JOIN credit_balances b ON b.account_id = a.id
     WHERE a.id = $1 /* account_id */
    """,
)


class WorkspaceSetup(ApiModel):
    """What the workspace has of what its first label needs."""

    origin: bool
    """Whether it is known where couriers collect: the shipping origin is set."""
    couriers: bool
    """Whether couriers are asked for prices: the origin is set, and shipping is not switched off. Every courier that
    needs no coordinates is asked until some are chosen, so none has to be.
    """
    products: bool
    """Whether there is a product that is not archived."""
    stock: bool
    """Whether any variant was ever counted in a warehouse."""
    payment: bool
    """Whether a booking can be paid for: there is shipping credit that is not held, or bookings go through the
    workspace's own key of the aggregator.
    """
    shipments: bool
    """Whether a shipment was ever drafted."""


async def get_setup(read: Read) -> WorkspaceSetup:
    """How far the workspace is, in one statement."""
    return from_row(WorkspaceSetup, await read.fetch_one(FIND))
