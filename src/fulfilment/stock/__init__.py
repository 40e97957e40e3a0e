"""Stock: warehouses, levels, movements, reservations, allocation."""
