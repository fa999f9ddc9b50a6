"""Fixtures of the tests that run models through LiteRT's CompiledModel, on lavapipe."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "ops" / "harness"), str(ROOT / "tests" / "litert"), str(ROOT / "tools" / "test")]

import pytest  # noqa: E402

import litevk_pytest  # noqa: E402
from models import MODELS  # noqa: E402

pytest_configure = litevk_pytest.pytest_configure
pytest_collection_modifyitems = litevk_pytest.pytest_collection_modifyitems
no_validation_messages = litevk_pytest.no_validation_messages


def pytest_addoption(parser):
    litevk_pytest.pytest_addoption(parser)
    parser.addoption("--models", action="append", help="a folder of .tflite files; may be given several times")


def pytest_generate_tests(metafunc):
    if "model" in metafunc.fixturenames:
        folders = [pathlib.Path(folder) for folder in metafunc.config.getoption("--models")]
        paths = {str(path.relative_to(folder)): path for folder in folders for path in sorted(folder.rglob("*.tflite"))}
        assert paths, f"--models: no .tflite file below {folders}"
        metafunc.parametrize("model", paths.values(), ids=paths.keys())


@pytest.fixture
def small(tmp_path):
    """small("two") is the path of the small model of that name (models.py)."""

    def path(name):
        file = tmp_path / f"{name}.tflite"
        if not file.exists():
            file.write_bytes(MODELS[name]())
        return str(file)

    return path


@pytest.fixture
def library(request):
    """library("atan_gpu") is the path of a shared library that the build made."""
    return lambda name: pathlib.Path(request.config.getoption("--library")).parent / f"lib{name}.so"
