"""What the shop sells: products with their variants, prices and weights."""
