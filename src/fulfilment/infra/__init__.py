"""What any web service has: nothing here knows a domain of fulfilment."""
