"""Plots as SVG that the server draws: without script or style of their own, beside the numbers that they show."""
