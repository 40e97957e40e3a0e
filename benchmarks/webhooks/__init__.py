"""How fast webhooks go out, against a bare HTTP client and the same receiver. `python -m benchmarks.webhooks`."""
