"""How the console and the pages of signing in look: the one style sheet, the scripts, the picture of the tab."""
