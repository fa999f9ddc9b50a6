"""Options and fixtures of the tests that run inside an interpreter, for the folders' conftest.py."""

import contextlib
import gc
import os
import pathlib
import re
import sys
import tempfile

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "tools" / "test"))

import changes  # noqa: E402
import rotating_share  # noqa: E402
from harness import Delegates, case_named  # noqa: E402

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
    group.addoption("--max-submit-ms", help="delegate option")
    group.addoption("--driver", default="", help="the report's device name must contain this text")
    add_share_option(group)


def add_share_option(group):
    group.addoption(rotating_share.OPTION, type=int, default=1, help="run one part in so many, LITEVK_FULL=1: all")


def in_share(config, names):
    """Returns the names of cases or models that --share takes: at least one of each operator or package. Also all cases of an
    operator that the change touched, since a case may behave differently in another interpreter or driver.
    """
    parts, turn = config.getoption(rotating_share.OPTION), rotating_share.current_turn()
    taken = set(rotating_share.share(names, parts, turn, rotating_share.first_folder))
    touched = set(changes.touched_operators()) if parts > 1 else set()
    return [name for name in names if name in taken or rotating_share.first_folder(name) in touched]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Keeps the share of cases or models that --share takes, after -k has selected. Other tests always run."""
    parametrized = [item for item in items if hasattr(item, "callspec")]
    names = {item: item.callspec.id for item in parametrized if {"case", "model"} & set(item.callspec.params)}
    taken = set(in_share(config, sorted(set(names.values()))))
    left_out = [item for item in items if item in names and names[item] not in taken]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


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
    options = {name: config.getoption(f"--{name.replace('_', '-')}") for name in ("disable_features", "max_tile", "max_submit_ms")}
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


def validation_messages(text):
    return _VALIDATION.findall(text)


def check_validation(text):
    messages = validation_messages(text)
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
