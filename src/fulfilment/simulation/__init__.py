"""What the simulators of development share. Production runs none of them."""
