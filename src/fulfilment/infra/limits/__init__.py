"""Fair shares and limits: permits, rates, time on the event loop."""
