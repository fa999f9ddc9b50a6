"""Models with a tensor too few or left out: every one becomes an ONNX model or a sentence."""

import concurrent.futures
import os
import pathlib
import re
import subprocess

import converted
import pytest

SCRIPT = pathlib.Path(__file__).with_name("wrong_counts.py")
FOUND = sorted((pathlib.Path(__file__).parents[1] / "fuzz" / "found").glob("*.tflite"))
SENTENCES = (
    r"\(ASSIGN_VARIABLE\): has 1 inputs and 0 outputs, expected 2 and 0",
    r"\(READ_VARIABLE\): has 0 inputs and 1 outputs, expected 1 and 1",
    r"subgraph \d: operator \d+ \(ASSIGN_VARIABLE\): has 1 inputs and 0 outputs, expected 2 and 0",
    r"\(IF\): input 0 is absent, but subgraph \d uses it",
    r"\(IF\): input 0 is absent$",
    r"\(WHILE\): input 0 is absent, but subgraph \d uses it",
    r"\(WHILE\): output 0 is absent",
    r"\(CONV_2D\): the node has \d inputs, which the operator does not take",
)


@pytest.fixture(scope="module")
def processes(request, tmp_path_factory):
    """What the converter does with each, by name."""
    folder = tmp_path_factory.mktemp("models")
    option = request.config.getoption
    python = pathlib.Path(option("--environment")) / "litert-2.3.0" / "bin" / "python"
    subprocess.run([python, SCRIPT, option("--cases"), folder], check=True)
    models = sorted(folder.glob("*.tflite"))

    def convert(model):
        return converted.convert(option("--program"), model, model.with_suffix(".onnx"), "--opset", "21")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip([model.stem for model in models], pool.map(convert, models)))


def test_none_crashes(processes):
    assert len(processes) > 1000
    for name, process in processes.items():
        assert process.returncode in (0, 1, 3), name
        assert process.returncode == 0 or process.stderr.startswith("litevk-tflite2onnx: "), name


# What tools/test/fuzz_models.sh found, by what was wrong. Most of it shows under sanitizers alone.
@pytest.mark.parametrize("options", [[], ["--quant", "exact"], ["--quant", "float"]], ids=" ".join)
@pytest.mark.parametrize("model", FOUND, ids=lambda model: model.stem)
def test_found_by_the_fuzzer(model, options, request, tmp_path):
    process = converted.convert(request.config.getoption("--program"), model, tmp_path / "model.onnx", "--opset", "21", *options)
    assert process.returncode in (0, 1, 3), process.stderr
    assert process.returncode == 0 or process.stderr.startswith("litevk-tflite2onnx: ")


@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentence(sentence, processes):
    assert any(re.search(sentence, process.stderr.strip()) for process in processes.values())
