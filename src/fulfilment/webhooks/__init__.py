"""Webhooks: endpoints, dispatch, delivery log, replay."""
