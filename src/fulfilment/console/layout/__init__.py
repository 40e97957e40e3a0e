"""What every screen stands in: navigation, search, messages, errors, and what its workstation likes."""
