"""MediaPipe's face detector and face landmarks, quantized with their real weights, find the face of a photograph."""

import json
import pathlib
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("tools/demo", "tests/ops/harness", "tests/real", "tests/real/quantized")]

import blazeface  # noqa: E402
import faces  # noqa: E402
import in_floats  # noqa: E402
import litevk  # noqa: E402
import on_gpu  # noqa: E402
import schemes  # noqa: E402

# Bounds of the mean distance of a box's points and of landmarks from the float model's, as shares of the face's side.
BOX_SHARE = 0.05
LANDMARK_SHARE = {"int8": 0.02, "int8_float_edges": 0.02, "int8_uint8_edges": 0.02, "uint8": 0.02, "int16xint8": 0.01}
LANDMARK_SHARE |= {"dynamic_int8": 0.02}


@pytest.fixture(scope="module")
def folder(request):
    return pathlib.Path(request.config.getoption("--models"))


@pytest.fixture(scope="module")
def library(request):
    return str(pathlib.Path(request.config.getoption("--library")).resolve())


@pytest.fixture(scope="module")
def photo(folder):
    return faces.photograph(folder)


def on_the_cpu(content):
    return litevk.Interpreter(model_content=content, experimental_delegates=[])


def face_in(content, photo):
    """The only face that the detector finds."""
    image, fit = faces.detector_input(photo)
    outputs = in_floats.run(on_the_cpu(content), [image])
    (face,) = blazeface.find_faces(dict(enumerate(outputs)), faces.DETECTOR_SIDE, fit)
    return face


@pytest.fixture(scope="module")
def face(folder, photo):
    return face_in(faces.float_model(folder, faces.DETECTOR), photo)


@pytest.mark.parametrize("scheme", LANDMARK_SHARE)
def test_the_detector_finds_the_face(folder, photo, face, scheme):
    samples = faces.samples(photo, faces.DETECTOR)
    quantized = schemes.quantize(faces.float_model(folder, faces.DETECTOR), scheme, samples)
    found = face_in(quantized, photo)
    side = face.box[2] - face.box[0]
    print(f"{scheme}: score {found.score:.3f} beside {face.score:.3f}, box {found.box.round(1)} beside {face.box.round(1)}")
    assert abs(found.score - face.score) < 0.1
    assert np.abs(found.box - face.box).max() < BOX_SHARE * side
    assert np.abs(found.key_points - face.key_points).max() < BOX_SHARE * side


def crop_of(photo, face):
    """The landmark model's input: the face with a margin of half its side."""
    centre, half = (face.box[:2] + face.box[2:]) / 2, 0.75 * np.max(face.box[2:] - face.box[:2])
    return faces.landmark_input(photo, (*(centre - half), *(centre + half)))


@pytest.mark.parametrize("scheme", LANDMARK_SHARE)
def test_the_landmarks_lie_on_the_face(folder, photo, face, scheme):
    crop, content = crop_of(photo, face), faces.float_model(folder, faces.LANDMARKS)
    expected, presence = in_floats.run(on_the_cpu(content), [crop])
    found, quantized_presence = in_floats.run(on_the_cpu(schemes.quantize(content, scheme, [[crop]])), [crop])
    distances = np.linalg.norm((found - expected).reshape(-1, 3), axis=1)
    print(f"{scheme}: {len(distances)} landmarks, {distances.mean():.2f} pixels off, {distances.max():.2f} at most")
    assert presence > 0 and quantized_presence > 0
    assert distances.mean() < LANDMARK_SHARE[scheme] * faces.LANDMARK_SIDE


def assert_one_partition_with_the_same_bits(content, values, library, folder):
    path = folder / "report.json"
    delegate = litevk.load_delegate(library, {**on_gpu.OPTIONS, "report_path": path})
    interpreter = litevk.Interpreter(model_content=content, experimental_delegates=[delegate])
    found, expected = in_floats.run(interpreter, [values]), in_floats.run(on_the_cpu(content), [values])
    assert [o.tobytes() for o in found] == [e.tobytes() for e in expected]
    assert {node["partition"] for node in on_gpu.nodes(json.loads(path.read_text()))} == {0}


@pytest.mark.parametrize("scheme", ["int8", "uint8", "int16xint8"])
def test_the_delegate_runs_both_whole(folder, photo, library, tmp_path, scheme):
    for name in (faces.DETECTOR, faces.LANDMARKS):
        samples = faces.samples(photo, name)
        content = schemes.quantize(faces.float_model(folder, name), scheme, samples)
        assert_one_partition_with_the_same_bits(content, samples[0][0], library, tmp_path)
