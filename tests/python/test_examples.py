"""The scripts of python/examples: written for ai_edge_litert, they give the same answer after one import has changed."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import registry

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "python" / "examples"
BEFORE = "from ai_edge_litert.interpreter import Interpreter"
AFTER = "from litevk import Interpreter"


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
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(FIELDS)


@pytest.mark.parametrize("field", FIELDS)
def test_the_answer_is_the_same_after_changing_one_import(field, models, tmp_path):
    text = (EXAMPLES / f"{field}.py").read_text()
    assert text.count(BEFORE) == 1
    script = tmp_path / f"{field}.py"
    script.write_text(text.replace(BEFORE, AFTER))
    arguments = _arguments(field, models, tmp_path)
    before = _answer(EXAMPLES / f"{field}.py", arguments)
    assert before.strip() and _answer(script, arguments) == before
