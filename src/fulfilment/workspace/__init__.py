"""What a workspace says of itself: its name, and how it likes to be shown."""
