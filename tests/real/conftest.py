import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "ops" / "harness"), str(ROOT / "tools" / "test")]

import litevk_pytest  # noqa: E402
from litevk_pytest import *  # noqa: E402,F403


def pytest_addoption(parser):
    litevk_pytest.pytest_addoption(parser)
    parser.addoption("--models", required=True, help="of tools/test/setup_env.sh, or of networks/write_networks.py")
    parser.addoption("--runs", type=int, default=3, help="how often each model runs, to give the same bits")


def pytest_generate_tests(metafunc):
    if "model" in metafunc.fixturenames:
        folder = pathlib.Path(metafunc.config.getoption("--models"))
        paths = sorted(folder.rglob("*.tflite"))
        assert paths, f"--models: no .tflite file below {folder}"
        metafunc.parametrize("model", paths, ids=[str(path.relative_to(folder)) for path in paths])
