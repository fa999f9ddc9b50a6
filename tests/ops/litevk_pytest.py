"""Options and fixtures of the tests that run inside an interpreter, for the folders' conftest.py."""

import pathlib
import re

import pytest

from harness import Delegates

_VALIDATION = re.compile(r"^.*litevk-validation:.*$", re.MULTILINE)


def pytest_addoption(parser):
    group = parser.getgroup("litevk")
    group.addoption("--library", required=True, help="liblitevk.so, or none for the interpreter's own kernels")
    group.addoption("--backend", choices=["vulkan", "reference"], default="vulkan", help="delegate option")
    group.addoption("--driver", default="", help="the report's device name must contain this text")


def pytest_configure(config):
    library = config.getoption("--library")
    if library != "none" and not pathlib.Path(library).is_file():
        raise pytest.UsageError(f"--library: {library} is not a file")


@pytest.fixture
def delegates(request, tmp_path):
    config = request.config
    library = config.getoption("--library")
    if library != "none":
        library = str(pathlib.Path(library).resolve())
    return Delegates(library, config.getoption("--backend"), tmp_path / "report.json")


@pytest.fixture(autouse=True)
def no_validation_messages(capfd):
    """Fails a test during which the validation layers print through the library."""
    yield
    out, err = capfd.readouterr()
    messages = _VALIDATION.findall(err)
    print(out, err, sep="\n")
    assert not messages, f"{len(messages)} validation messages, the first: {messages[0]}"


@pytest.fixture(autouse=True)
def expected_driver(request, delegates):
    """Fails a test that ran on another device than --driver names."""
    yield
    driver = request.config.getoption("--driver")
    device = delegates.report().content["device"] if delegates.report_path.exists() else None
    if driver and device and delegates.backend == "vulkan":
        assert driver.lower() in device.lower(), f"device {device!r}, expected one with {driver!r} in its name"
