"""Every screen of the console, for the application to serve."""

from fulfilment.console.frame import routes as frame
from fulfilment.console.home import routes as home
from fulfilment.console.shipments import routes as shipments

SCREENS = (frame, home, shipments)
