"""The HTTP edge: routing, bodies, responses, errors, pagination."""
