"""Every example of README.md, docs/PYTHON.md and docs/ONNX.md runs."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ("README.md", "docs/PYTHON.md")


APPLICATION = """import tflite_runtime.interpreter
tflite_runtime.interpreter.Interpreter("model.tflite").allocate_tensors()
"""


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(models, tmp_path):
    shutil.copy(next(models.rglob("face_detection_short_range.tflite")), tmp_path / "model.tflite")
    (tmp_path / "application.py").write_text(APPLICATION)
    return tmp_path


def run(command, folder):
    environment = {**os.environ, "LITEVK_ALLOW_CPU_DEVICE": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize("page", PAGES)
def test_first_lines_need_no_model(page, tmp_path):
    process = run([sys.executable, "-c", blocks(page, "python")[0]], tmp_path)
    assert process.returncode == 0 and all(kind in process.stdout for kind in ("triangle", "circle", "square")), process.stderr


@pytest.mark.parametrize("page", PAGES)
def test_python(page, folder):
    examples = blocks(page, "python")
    assert examples
    process = run([sys.executable, "-c", "\n".join(examples)], folder)
    assert process.returncode == 0, process.stderr
    assert "Traceback" not in process.stderr


def test_python_of_onnx(folder):
    process = run([sys.executable, "-c", "\n".join(blocks("docs/ONNX.md", "python"))], folder)
    assert process.returncode == 0 and process.stdout.strip().isdigit(), process.stderr
    assert (folder / "shapes.onnx").stat().st_size > 0


@pytest.mark.parametrize("page", PAGES)
def test_commands(page, folder):
    lines = "".join(blocks(page, "sh")).splitlines()
    commands = [line for line in lines if line.startswith("python -m litevk ")]
    assert commands
    for line in commands:
        # With a driver on the CPU, nothing is left to warm without the policy.
        policy = ["partition_policy=all"] if " warm " in line else []
        process = run([sys.executable, *line.split()[1:], *policy], folder)
        assert process.returncode == 0, f"{line}: {process.stderr}"
