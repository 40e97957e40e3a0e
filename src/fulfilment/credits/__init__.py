"""Shipping credits: balance, holds, charges, purchases, reversals, statement."""
