"""Frame of every screen: navigation, search, messages, errors and the settings of the workstation."""
