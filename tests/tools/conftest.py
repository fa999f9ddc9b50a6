import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "ops" / "harness"), str(ROOT / "tests" / "real" / "networks"), str(ROOT / "tools" / "test")]

import litevk_pytest  # noqa: E402
from model_builder import ModelBuilder  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--library", required=True, help="liblitevk.so; the programs are beside it")
    parser.addoption("--cases", required=True, help="the folder that tests/ops/generate.py filled")
    parser.addoption("--models", required=True, help="the folder models of tools/test/setup_env.sh")
    litevk_pytest.add_share_option(parser)


@pytest.fixture
def build_dir(request):
    return pathlib.Path(request.config.getoption("--library")).resolve().parent


@pytest.fixture
def start(build_dir):
    """start("litevk-run", arguments...) runs a program of the build and returns the finished process."""

    def run(name, *arguments, timeout=600):
        command = [str(build_dir / name), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout)

    return run


@pytest.fixture
def faulty(build_dir):
    return build_dir / "liblitevk_test_faulty_delegate.so"


@pytest.fixture
def write_model(tmp_path):
    """write_model(build) writes a model whose only subgraph build(graph) fills, and returns the file's path."""

    def write(build, name="model.tflite"):
        builder = ModelBuilder()
        build(builder.subgraph())
        path = tmp_path / name
        path.write_bytes(builder.serialize())
        return path

    return write
