"""Options of the tests of ONNX models."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "test"))
import rotating_share  # noqa: E402


def pytest_addoption(parser):
    group = parser.getgroup("litevk")
    group.addoption("--program", required=True, help="litevk-tflite2onnx")
    group.addoption("--cases", help="the folder that tests/ops/generate.py filled")
    group.addoption("--environment", help="the folder that tools/test/setup_env.sh filled")
    group.addoption("--models", nargs="+", help="folders of networks")
    group.addoption(rotating_share.OPTION, type=int, default=1, help="run one part in so many, LITEVK_FULL=1: all")
