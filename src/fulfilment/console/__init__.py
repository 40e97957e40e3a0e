"""Console: the merchant's web pages. Each screen is a folder with routes, view and templates (docs/console.md)."""
