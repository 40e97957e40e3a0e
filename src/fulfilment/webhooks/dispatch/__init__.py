"""Dispatch of webhooks, from the outbox to an attempt: fan-out, claims, concurrency, results.

Read in this order: fan_out, dequeue, ready_queue with concurrency, delivery, result_writer, result_recording.
`delivery.Deliverer` joins them.
"""
