"""Infrastructure of a web service, independent of the domains of fulfilment."""
