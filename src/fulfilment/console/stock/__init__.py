"""What lies where: levels found by name, one level with its movements, counted, moved and watched."""
