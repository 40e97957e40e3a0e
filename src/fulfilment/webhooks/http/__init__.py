"""HTTP delivery to an endpoint: sender, SSRF policy, signature."""
