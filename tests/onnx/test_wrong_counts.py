"""Models with a tensor too few or left out: each becomes an ONNX model or gives an error."""

import concurrent.futures
import os
import pathlib
import re
import subprocess

import converted
import numpy as np
import pytest

SCRIPT = pathlib.Path(__file__).with_name("wrong_counts.py")
FOUND = sorted((pathlib.Path(__file__).parents[1] / "fuzz" / "found").glob("*.tflite"))
DIAGNOSTICS = (
    r"\(ASSIGN_VARIABLE\): has 1 inputs and 0 outputs, expected 2 and 0",
    r"\(READ_VARIABLE\): has 0 inputs and 1 outputs, expected 1 and 1",
    r"subgraph \d: operator \d+ \(ASSIGN_VARIABLE\): has 1 inputs and 0 outputs, expected 2 and 0",
    r"\(IF\): input 0 is absent, but subgraph \d uses it",
    r"\(IF\): input 0 is absent$",
    r"\(WHILE\): input 0 is absent, but subgraph \d uses it",
    r"\(CONV_2D\): the node has \d inputs, which the operator does not take",
)


@pytest.fixture(scope="module")
def processes(request, oracle_python, tmp_path_factory):
    """The converter's process of each model, by name."""
    folder = tmp_path_factory.mktemp("models")
    option = request.config.getoption
    subprocess.run([oracle_python, SCRIPT, option("--cases"), folder], check=True)
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


# Models that the fuzzer found, named after their faults, most of which show only under sanitizers.
@pytest.mark.parametrize("options", [[], ["--quant", "exact"], ["--quant", "float"]], ids=" ".join)
@pytest.mark.parametrize("model", FOUND, ids=lambda model: model.stem)
def test_found_by_the_fuzzer(model, options, request, tmp_path):
    process = converted.convert(request.config.getoption("--program"), model, tmp_path / "model.onnx", "--opset", "21", *options)
    assert process.returncode in (0, 1, 3), process.stderr
    assert process.returncode == 0 or process.stderr.startswith("litevk-tflite2onnx: ")


def test_an_absent_output_is_computed_and_not_returned(processes, request):
    """A loop omits the output that counts its rounds, which no node reads. TFLite never ends on such a file."""
    process = processes["WHILE-subgraph0-node0-outputs-absent0"]
    assert process.returncode == 0, process.stderr
    folder = pathlib.Path(request.config.getoption("--cases")) / "graphs" / "while_loop_of_nine_growing_steps" / "run0"
    results = converted.Model(pathlib.Path(process.args[2])).run([np.load(folder / "input_0.npy")])
    np.testing.assert_allclose(results[0], np.load(folder / "output_0.npy"), rtol=1e-5)


@pytest.mark.parametrize("diagnostic", DIAGNOSTICS)
def test_diagnostic(diagnostic, processes):
    assert any(re.search(diagnostic, process.stderr.strip()) for process in processes.values())
