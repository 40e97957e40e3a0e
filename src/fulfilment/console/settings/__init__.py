"""Settings of a workspace, a workstation and a person: a page each, with a list of pages at the side."""
