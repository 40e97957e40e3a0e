"""The merchant's web pages: one folder a screen, each with its routes, its view and its templates (docs/console.md)."""
