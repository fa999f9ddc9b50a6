import pathlib
import sys


def pytest_addoption(parser):
    parser.addoption("--program", help="litevk-tflite2onnx")
    parser.addoption("--python", help="one with onnx and onnxruntime")


sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "ops" / "harness")]
