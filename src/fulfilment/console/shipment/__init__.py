"""Screen of one parcel: its status, its history and its actions."""
