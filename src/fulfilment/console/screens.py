"""Every screen of the console, for the application to serve."""

from fulfilment.console.billing import routes as billing
from fulfilment.console.bulk_jobs import routes as bulk_jobs
from fulfilment.console.credit import routes as credit
from fulfilment.console.home import routes as home
from fulfilment.console.layout import routes as layout
from fulfilment.console.new_shipment import routes as new_shipment
from fulfilment.console.products import routes as products
from fulfilment.console.settings import routes as settings
from fulfilment.console.shipment import routes as shipment
from fulfilment.console.shipments import routes as shipments
from fulfilment.console.stock import routes as stock

SCREENS = (layout, home, shipments, new_shipment, shipment, bulk_jobs, products, stock, credit, billing, settings)
