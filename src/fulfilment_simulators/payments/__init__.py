"""A payment provider to develop and test against: it speaks Stripe's protocol and moves no money."""
