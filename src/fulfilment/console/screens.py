"""Every screen of the console, for the application to serve."""

from fulfilment.console.batches import routes as batches
from fulfilment.console.billing import routes as billing
from fulfilment.console.credit import routes as credit
from fulfilment.console.drafting import routes as drafting
from fulfilment.console.frame import routes as frame
from fulfilment.console.home import routes as home
from fulfilment.console.parcel import routes as parcel
from fulfilment.console.products import routes as products
from fulfilment.console.settings import routes as settings
from fulfilment.console.shipments import routes as shipments
from fulfilment.console.stock import routes as stock

SCREENS = (frame, home, shipments, drafting, parcel, batches, products, stock, credit, billing, settings)
