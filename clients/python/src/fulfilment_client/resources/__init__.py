"""The operations by resource: `sync` for `Fulfilment`, `aio` for `AsyncFulfilment`. Generated: `make clients`."""
