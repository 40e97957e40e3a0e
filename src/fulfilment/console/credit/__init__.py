"""Screen of the shipping credit: balance, transactions and top-up."""
