"""MediaPipe's BlazeFace models: makes the input, and decodes the two outputs into faces.

A model has a float32 input [1, size, size, 3] in [-1, 1] and two outputs. The regressors [1, anchors, 16] have
the box centre, box size and six key points, in pixels of the input, relative to the anchor. The scores
[1, anchors, 1] are logits.
"""

import dataclasses

import numpy as np
from PIL import Image

KEY_POINTS = ("right eye", "left eye", "nose tip", "mouth", "right ear", "left ear")

# Strides of the detector's feature maps for each input size. Each map holds two anchors a cell.
STRIDES = {128: (8, 16, 16, 16), 256: (16, 32, 32, 32)}

MIN_SCORE = 0.5
MIN_OVERLAP = 0.3
# Logits beyond this are cut before exp().
MAX_LOGIT = 100.0


@dataclasses.dataclass
class Face:
    """A detection in pixels of the photograph."""

    score: float
    box: np.ndarray  # left, top, right, bottom
    key_points: np.ndarray  # [6, 2], x and y


@dataclasses.dataclass
class Letterbox:
    """How a photograph was fitted into the square input: scaled, then padded on the short side."""

    scale: float  # pixels of the input to one of the photograph
    left: float  # columns of padding before the photograph
    top: float

    def to_photo(self, points: np.ndarray) -> np.ndarray:
        """Maps [..., 2] points from pixels of the input to pixels of the photograph."""
        return (points - np.array([self.left, self.top])) / self.scale


def make_input(photo: Image.Image, size: int) -> tuple[np.ndarray, Letterbox]:
    """Fits the photograph into the model's input without stretching it."""
    scale = size / max(photo.size)
    width, height = (round(side * scale) for side in photo.size)
    fit = Letterbox(scale, left=(size - width) // 2, top=(size - height) // 2)
    canvas = Image.new("RGB", (size, size))
    canvas.paste(photo.resize((width, height), Image.Resampling.BILINEAR), (fit.left, fit.top))
    return (np.asarray(canvas, np.float32) / 127.5 - 1.0)[np.newaxis], fit


def anchor_centres(size: int) -> np.ndarray:
    """[anchors, 2] centres in pixels of the input, in the order of the model's outputs.

    Neighbouring maps of one stride are one map with more anchors a cell.
    """
    centres = []
    for stride in sorted(set(STRIDES[size])):
        cells = size // stride
        y, x = np.mgrid[0:cells, 0:cells]
        grid = (np.stack([x, y], axis=-1).reshape(-1, 2) + 0.5) * stride
        centres.append(np.repeat(grid, 2 * STRIDES[size].count(stride), axis=0))
    return np.concatenate(centres)


def decode(regressors: np.ndarray, logits: np.ndarray, size: int) -> list[Face]:
    """Every anchor that looks like a face, best first, in pixels of the model's input."""
    scores = 1.0 / (1.0 + np.exp(-np.clip(logits.reshape(-1).astype(np.float64), -MAX_LOGIT, MAX_LOGIT)))
    points = regressors.reshape(-1, 8, 2)
    centres = anchor_centres(size)
    faces = []
    for index in np.argsort(-scores, kind="stable"):
        if scores[index] < MIN_SCORE:
            break
        centre = points[index, 0] + centres[index]
        half_size = points[index, 1] / 2
        box = np.concatenate([centre - half_size, centre + half_size])
        faces.append(Face(float(scores[index]), box, points[index, 2:] + centres[index]))
    return faces


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union of two boxes."""
    sides = np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])
    shared = float(np.prod(np.maximum(sides, 0)))
    return shared / max(float(np.prod(a[2:] - a[:2]) + np.prod(b[2:] - b[:2])) - shared, 1e-9)


def merge(faces: list[Face]) -> list[Face]:
    """Weighted non-maximum suppression: each group of overlapping detections becomes their mean."""
    merged = []
    while faces:
        group = [face for face in faces if overlap(face.box, faces[0].box) > MIN_OVERLAP] or [faces[0]]
        weights = [face.score for face in group]
        merged.append(
            Face(
                faces[0].score,
                np.average([face.box for face in group], axis=0, weights=weights),
                np.average([face.key_points for face in group], axis=0, weights=weights),
            )
        )
        faces = [face for face in faces if not any(face is member for member in group)]
    return merged


def find_faces(outputs: dict[str, np.ndarray], size: int, fit: Letterbox) -> list[Face]:
    """Faces in the photograph, best first, from the model's outputs by name."""
    by_width = {array.shape[-1]: array for array in outputs.values()}
    faces = merge(decode(by_width[16], by_width[1], size))
    for face in faces:
        face.box = fit.to_photo(face.box.reshape(2, 2)).reshape(-1)
        face.key_points = fit.to_photo(face.key_points)
    return faces
