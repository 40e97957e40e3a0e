"""What a workspace, a workstation and a person have set: a page each, and a list of them at the side."""
