"""Events: the envelope, the JSON schemas and the event log."""
