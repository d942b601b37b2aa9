"""Points as players write them."""


def write_points(points: int) -> str:
    """Points as players write them: +4, -4, 0."""
    return f"{points:+d}" if points else "0"
