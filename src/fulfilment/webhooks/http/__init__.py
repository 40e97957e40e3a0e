"""One HTTP request to an endpoint: sender, SSRF policy, signature."""
