"""What plots have in common: their size in the units of their paths, and heights."""

WIDTH, HEIGHT = 640, 120


def scale_y(value: int, maximum: int) -> float:
    """How far below the top a value lies."""
    return round(HEIGHT * (1 - value / maximum), 1)


def scale_x(part: float) -> float:
    """How far from the left, of a part of the whole from 0 to 1."""
    return round(WIDTH * part, 1)
