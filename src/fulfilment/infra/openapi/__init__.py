"""The OpenAPI document, made from routes and records."""
