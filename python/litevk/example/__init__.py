"""A small model of litevk's own with a picture: it finds circles, squares and triangles.

    interpreter = litevk.Interpreter(example.MODEL)
    detect = interpreter.get_signature_runner()
    for shape in example.shapes_of(**detect(picture=example.picture())):
        print(shape)

python/example_model trained it on pictures that it draws, and wrote the files in this folder.
"""

from __future__ import annotations

import json
import pathlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

_FOLDER = pathlib.Path(__file__).resolve().parent

MODEL = str(_FOLDER / "shapes.tflite")
PICTURE = str(_FOLDER / "picture.npy")

_KINDS = ("circle", "square", "triangle")
_LEAST_SCORE = 0.5
# Pixels of a cell of the outputs, and the unit in pixels of each of a box's four numbers.
_CELL = 8
_BOX_SCALE = (_CELL, _CELL, 32, 32)


@dataclass(frozen=True)
class Shape:
    """A shape in the picture: what it is, how sure the model is, the centre and the sides of its box in pixels."""

    kind: str
    score: float
    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        return f"{self.kind} at ({self.x:.0f}, {self.y:.0f}), {self.width:.0f} x {self.height:.0f}, score {self.score:.3f}"


def picture(path: str = PICTURE) -> npt.NDArray[np.float32]:
    """A picture as the model takes it: float32 [1, 128, 128, 3] from 0 to 1. The file holds uint8 [128, 128, 3]."""
    return np.load(path)[np.newaxis].astype(np.float32) / np.float32(255)


def shapes_of(scores: npt.NDArray[np.float32], boxes: npt.NDArray[np.float32]) -> list[Shape]:
    """Returns the shapes in the model's two outputs, the highest score first. A shape is a cell whose score exceeds
    _LEAST_SCORE and that no neighbour exceeds."""
    best = scores[0].max(axis=-1)
    padded = np.pad(best, 1)
    rows, columns = best.shape
    neighbours = [padded[y : y + rows, x : x + columns] for y in range(3) for x in range(3)]
    cells = np.argwhere((best >= np.max(neighbours, axis=0)) & (best > _LEAST_SCORE))
    shapes = [_shape(scores[0, row, column], boxes[0, row, column], row, column) for row, column in cells]
    return sorted(shapes, key=lambda shape: -shape.score)


def _shape(scores: npt.NDArray[np.float32], box: npt.NDArray[np.float32], row: int, column: int) -> Shape:
    kind = int(np.argmax(scores))
    x, y, width, height = (float(value) * scale for value, scale in zip(box, _BOX_SCALE))
    return Shape(_KINDS[kind], float(scores[kind]), x + (column + 0.5) * _CELL, y + (row + 0.5) * _CELL, width, height)


def expected() -> list[Shape]:
    """The shapes that TFLite's reference kernels find in the picture."""
    rows: list[dict[str, Any]] = json.loads((_FOLDER / "expected.json").read_text())
    return [Shape(**row) for row in rows]
