"""Lists of shipments: filters, search, work queues, export."""
