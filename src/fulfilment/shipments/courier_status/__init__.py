"""Status updates of couriers: inbound webhooks and polling."""
