"""The courier aggregator: a port, its Biteship adapter, and a simulator that speaks the same protocol."""
