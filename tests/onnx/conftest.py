"""Options of the tests of ONNX models."""

import pathlib
import subprocess
import sys

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "test"))
import rotating_share  # noqa: E402


def pytest_addoption(parser):
    group = parser.getgroup("litevk")
    group.addoption("--program", required=True, help="litevk-tflite2onnx")
    group.addoption("--cases", help="the folder that tests/ops/generate.py filled")
    group.addoption("--environment", help="the folder that tools/test/setup_env.sh filled")
    group.addoption("--models", nargs="+", help="folders of networks")
    group.addoption(rotating_share.OPTION, type=int, default=1, help="run one part in so many, LITEVK_FULL=1: all")


@pytest.fixture(scope="session")
def oracle_python(request):
    """The Python in which ai-edge-litert is installed."""
    return pathlib.Path(request.config.getoption("--environment")) / "litert-2.3.0" / "bin" / "python"


@pytest.fixture(scope="module")
def written_models(oracle_python, tmp_path_factory):
    """Runs a module that writes models and TFLite's results into a new folder. Returns the folder."""

    def write(module, *arguments):
        folder = tmp_path_factory.mktemp("models")
        process = subprocess.run([oracle_python, module.__file__, folder, *arguments], capture_output=True, text=True)
        assert process.returncode == 0, process.stderr
        return folder

    return write
