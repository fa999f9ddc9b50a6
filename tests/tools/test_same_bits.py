"""Tests tools/test/same_bits.py on the smallest model, and on one that no interpreter runs."""

import json
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SMALLEST = "openwakeword/openwakeword/resources/models/alexa_v0.1.tflite"
# A model with an operator that no interpreter has. Its row is a refusal.
REFUSED = "mediapipe/mediapipe/modules/face_landmark/face_landmark_with_attention.tflite"


@pytest.fixture
def models(request, tmp_path):
    """A folder with these two models and nothing else."""
    for name in (SMALLEST, REFUSED):
        (tmp_path / "models" / name).parent.mkdir(parents=True)
        shutil.copy(pathlib.Path(request.config.getoption("--models")) / name, tmp_path / "models" / name)
    return tmp_path / "models"


@pytest.fixture
def same_bits(models, monkeypatch):
    """Runs the script, on lavapipe whatever the environment selects for other tests."""
    monkeypatch.delenv("VK_ICD_FILENAMES", raising=False)

    def run(*arguments):
        command = [sys.executable, ROOT / "tools/test/same_bits.py", "--models", models, *arguments]
        return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=600)

    return run


@pytest.fixture
def library(build_dir):
    return build_dir / "liblitevk.so"


@pytest.fixture
def hashes(same_bits, library, tmp_path):
    """The path of the file of hashes that --write makes with `library`."""
    path = tmp_path / "hashes.json"
    process = same_bits("--before", library, "--write", path)
    assert process.returncode == 0, process.stderr
    return path


def changed(path, change):
    """Applies change(models) to the models in the file, and returns the file's path."""
    content = json.loads(path.read_text())
    change(content["models"])
    path.write_text(json.dumps(content))
    return path


def test_a_library_has_the_bits_of_itself(same_bits, library):
    process = same_bits("--before", library, "--after", library)
    assert process.returncode == 0, process.stderr
    assert "2 of 2 models the same, on llvmpipe" in process.stdout
    assert "5 of 5" in process.stdout and "not loadable by the stock interpreter" in process.stdout


def test_another_hash_is_a_difference(same_bits, library, hashes):
    name = SMALLEST.removesuffix(".tflite")
    changed(hashes, lambda models: models[name].update(sha256="0" * 64))
    process = same_bits("--against", hashes, "--after", library)
    assert process.returncode == 1
    assert [line.split()[0] for line in process.stdout.splitlines() if line.endswith("NO")] == [name]
    assert "1 of 2 models the same" in process.stdout


def test_a_model_that_one_side_lacks_is_a_difference(same_bits, library, hashes):
    changed(hashes, lambda models: models.pop(REFUSED.removesuffix(".tflite")))
    process = same_bits("--against", hashes, "--after", library)
    assert process.returncode == 1 and "not run" in process.stdout


def test_another_device_is_refused(same_bits, library, hashes):
    changed(hashes, lambda models: [row.update(device="a GPU") for row in models.values() if "device" in row])
    process = same_bits("--against", hashes, "--after", library)
    assert process.returncode == 2 and "hashes of a GPU say nothing about llvmpipe" in process.stderr


def test_a_library_that_fails_is_named(same_bits, library, faulty):
    process = same_bits("--before", library, "--after", faulty)
    assert process.returncode == 2
    assert f"{faulty}: status 1 after 1 models" in process.stderr


@pytest.mark.parametrize(
    "arguments, diagnostic",
    [
        ([], "either --before or --against"),
        (["--before", "LIBRARY"], "--after, --write or both"),
        (["--before", "LIBRARY", "--against", "LIBRARY"], "either --before or --against"),
        (["--against", "LIBRARY", "--write", "x"], "--write takes the hashes of --before"),
        (["--before", "/nonexistent.so", "--write", "x"], "no file /nonexistent.so"),
        (["--against", "LIBRARY", "--after", "LIBRARY"], "is no table of hashes"),
    ],
)
def test_mistakes(same_bits, library, arguments, diagnostic):
    process = same_bits(*[library if argument == "LIBRARY" else argument for argument in arguments])
    assert process.returncode == 2 and diagnostic in process.stderr
