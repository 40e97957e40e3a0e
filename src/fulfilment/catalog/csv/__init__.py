"""The file of products, variants and opening stock: read by `fulfilment import`, written by `fulfilment export`."""
