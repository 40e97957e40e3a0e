"""Labels, packing slips and manifests of shipments."""
