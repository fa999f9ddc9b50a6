import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools" / "test"))


def pytest_addoption(parser):
    parser.addoption("--package", required=True, help="the Python package as `cmake --install --component wheel` writes it")
    parser.addoption("--data", required=True, help="the archive of tests/bringup/pack_data.py")
    parser.addoption("--library", required=True)
    parser.addoption("--cases", required=True)


@pytest.fixture(scope="session")
def package(request):
    return pathlib.Path(request.config.getoption("--package"))


@pytest.fixture(scope="session")
def archive(request):
    return pathlib.Path(request.config.getoption("--data"))
