"""Development doubles of couriers, payment provider and identity provider."""
