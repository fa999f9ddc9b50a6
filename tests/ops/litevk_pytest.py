"""Options and fixtures of the tests that run inside an interpreter, for the folders' conftest.py."""

import contextlib
import gc
import os
import pathlib
import re
import tempfile

import pytest

from harness import Delegates, case_named

_VALIDATION = re.compile(r"^.*litevk-validation:.*$", re.MULTILINE)


def pytest_addoption(parser):
    group = parser.getgroup("litevk")
    group.addoption(
        "--library", required=True, help="liblitevk.so, or none for the interpreter's own kernels"
    )
    group.addoption("--cases", required=True, help="the folder that tests/ops/generate.py filled")
    group.addoption("--backend", choices=["vulkan", "reference"], default="vulkan", help="delegate option")
    group.addoption("--disable-features", help="delegate option")
    group.addoption("--max-tile", help="delegate option")
    group.addoption("--driver", default="", help="the report's device name must contain this text")


def pytest_configure(config):
    library = config.getoption("--library")
    if library != "none" and not pathlib.Path(library).is_file():
        raise pytest.UsageError(f"--library: {library} is not a file")


@pytest.fixture
def delegates(request, tmp_path, no_validation_messages, kept_interpreters):
    """The delegates of this test. Fails it when it ran on another device than --driver names."""
    config = request.config
    library = config.getoption("--library")
    if library != "none":
        library = str(pathlib.Path(library).resolve())
    options = {name: config.getoption(f"--{name.replace('_', '-')}") for name in ("disable_features", "max_tile")}
    result = Delegates(library, config.getoption("--backend"), tmp_path / "report.json", **options)
    if not kept_interpreters:
        small = case_named(config.getoption("--cases"), "relu/rank_1")
        kept_interpreters.append(result.interpreter(small.model, report_path=None))
    yield result
    driver = config.getoption("--driver")
    device = result.report().content["device"] if result.report_path.exists() else None
    if driver and device and result.backend == "vulkan":
        assert (
            driver.lower() in device.lower()
        ), f"device {device!r}, expected one with {driver!r} in its name"


@pytest.fixture(scope="session")
def kept_interpreters():
    """Interpreters that live as long as the session, so that the process keeps its device and pipelines."""
    interpreters = []
    yield interpreters
    with captured_stderr() as text:
        interpreters.clear()
        gc.collect()
    check_validation(text[0])


@pytest.fixture(autouse=True)
def no_validation_messages(capfd):
    """Fails a test during which the validation layers print through the library."""
    yield
    out, err = capfd.readouterr()
    print(out, err, sep="\n")
    check_validation(err)


def check_validation(text):
    messages = _VALIDATION.findall(text)
    assert not messages, f"{len(messages)} validation messages, the first: {messages[0]}"


@contextlib.contextmanager
def captured_stderr():
    """Catches what the process writes to file descriptor 2; yields a list that gets the text at the end."""
    saved, text = os.dup(2), []
    with tempfile.TemporaryFile(mode="w+") as file:
        os.dup2(file.fileno(), 2)
        try:
            yield text
        finally:
            os.dup2(saved, 2)
            os.close(saved)
            file.seek(0)
            text.append(file.read())
