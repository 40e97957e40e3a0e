"""Documentation site: guides, the API reference and code samples as pages."""
