"""Pictures of circles, squares and triangles on backgrounds of any colour, and where in them each shape is."""

import dataclasses

import numpy as np

SIDE = 128
KINDS = ("circle", "square", "triangle")
# Shapes are told apart from the background by this much in some colour, of 255.
_CONTRAST = 70
_RADII = 9, 20


@dataclasses.dataclass(frozen=True)
class Shape:
    """A drawn shape: its kind's number in KINDS, the centre of its box and the box's size, in pixels."""

    kind: int
    x: float
    y: float
    width: float
    height: float


def picture(rng, kinds=None):
    """A picture, uint8 [SIDE, SIDE, 3], of one to four shapes or of those of `kinds`, and its Shapes."""
    kinds = rng.integers(0, len(KINDS), rng.integers(1, 5)) if kinds is None else kinds
    canvas = _background(rng)
    shapes, free = [], np.ones((SIDE, SIDE), bool)
    for kind in kinds:
        mask = _placed(rng, kind, free)
        if mask is None:
            continue
        rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
        top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        free[max(top - 3, 0) : bottom + 3, max(left - 3, 0) : right + 3] = False
        canvas[mask] = _colour_beside(rng, canvas[mask].mean(axis=0))
        shapes.append(Shape(int(kind), (left + right) / 2, (top + bottom) / 2, right - left, bottom - top))
    noise = rng.integers(-1, 2, 1) * rng.integers(-6, 7, (SIDE, SIDE, 1))
    return np.clip(canvas + noise, 0, 255).astype(np.uint8), shapes


def _background(rng):
    """A colour that goes over into another from one side to the other."""
    first, last = rng.uniform(0, 255, (2, 3))
    angle = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[:SIDE, :SIDE] / SIDE - 0.5
    share = np.clip(x * np.cos(angle) + y * np.sin(angle) + 0.5, 0, 1)[..., np.newaxis]
    return first + 0.5 * share * (last - first)


def _colour_beside(rng, background):
    while True:
        colour = rng.uniform(0, 255, 3)
        if np.abs(colour - background).max() > _CONTRAST:
            return colour


def _placed(rng, kind, free):
    """The pixels of a shape where nothing else is; None where no place was found."""
    for _ in range(50):
        radius = rng.uniform(*_RADII)
        x, y = rng.uniform(radius + 1, SIDE - radius - 1, 2)
        mask = _mask(kind, x, y, radius, rng.uniform(-0.3, 0.3))
        if free[mask].all():
            return mask
    return None


def _mask(kind, x, y, radius, angle):
    rows, columns = np.mgrid[:SIDE, :SIDE] + 0.5
    across = (columns - x) * np.cos(angle) + (rows - y) * np.sin(angle)
    down = (rows - y) * np.cos(angle) - (columns - x) * np.sin(angle)
    if kind == 0:
        return np.hypot(across, down) < radius
    if kind == 1:
        return np.maximum(np.abs(across), np.abs(down)) < 0.8 * radius
    return (np.abs(across) < (down + radius) / np.sqrt(3)) & (down < radius / 2)
