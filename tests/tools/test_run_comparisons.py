"""litevk-run --compare and outputs: differences from other values, counted and judged."""

import json

import numpy as np
import pytest

from run_models import relu, save


def test_compare_with_a_folder(start, write_model, tmp_path):
    model = write_model(relu)
    inputs = save(tmp_path / "in", "input", np.array([[1, 2, 3, 4]], np.float32))
    save(tmp_path / "same", "output", np.array([[1, 2, 3, 4]], np.float32))
    save(tmp_path / "other", "output", np.array([[1, 2, 3.5, np.nan]], np.float32))
    same = start("litevk-run", model, "--input-dir", inputs, "--compare", tmp_path / "same")
    assert same.returncode == 0 and "agrees" in same.stdout
    report = tmp_path / "report.json"
    other = start(
        "litevk-run", model, "--input-dir", inputs, "--compare", tmp_path / "other", "--report", report
    )
    assert other.returncode == 1 and "DIFFERS" in other.stdout
    comparison = json.loads(report.read_text())["outputs"][0]["comparison"]
    assert comparison["largest"] == 0.5 and comparison["where"] == [0, 2]
    assert comparison["nan_mismatches"] == 1 and not comparison["agrees"]
    wide = start(
        "litevk-run", model, "--input-dir", inputs, "--compare", tmp_path / "same", "--atol", 0, "--rtol", 0
    )
    assert wide.returncode == 0


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "uint32", "bool"])
def test_differences_of_integers_are_counted(start, write_model, tmp_path, dtype):
    def copy(graph):
        graph.outputs(graph.node("RESHAPE", [graph.input([4], dtype), graph.constant([2, 2], "int32")], [2, 2], dtype=dtype))

    ends = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    inputs = save(tmp_path / "in", "input", np.array([0, 1, ends[1], 1], dtype))
    save(tmp_path / "other", "output", np.array([[0, 0], [ends[0], 1]], dtype))
    report = tmp_path / "report.json"
    options = ["--input-dir", inputs, "--compare", tmp_path / "other", "--report", report]
    process = start("litevk-run", write_model(copy), *options)
    largest = float(ends[1] - ends[0])
    position = "[0, 1]" if dtype == "bool" else "[1, 0]"
    line = f"DIFFERS: largest difference {largest:.3g}, mean {(largest + 1) / 4:.3g}, 2 of 4 values outside, worst at {position}"
    line += {"bool": ": 2 off by 1", "int8": ": 1 off by 1, 1 by 255", "uint8": ": 1 off by 1, 1 by 255"}.get(dtype, ": 1 off by 1, 1 by more")
    assert process.returncode == 1 and line in process.stdout, process.stdout
    comparison = json.loads(report.read_text())["outputs"][0]["comparison"]
    assert (comparison["values"], comparison["values_outside"], comparison["largest"]) == (4, 2, largest)


def quantized_functions(graph, of_floats):
    """Passes an int8 input through ELU in floats or LOGISTIC in integers."""
    x = graph.tensor([1, 4], "int8", quantization={"scale": 0.05, "zero_point": 0})
    graph.table.inputs.append(x)
    y = graph.tensor([1, 4], "int8", quantization={"scale": 1 / 256, "zero_point": -128})
    if of_floats:
        floats = graph.node("ELU", [graph.node("DEQUANTIZE", [x], [1, 4], version=2)], [1, 4])
        graph.op("QUANTIZE", [floats], [y])
        # TRANSPOSE only moves the values, so the difference of a step reaches the output.
        y, moved = graph.tensor([4, 1], "int8", quantization={"scale": 1 / 256, "zero_point": -128}), y
        graph.op("TRANSPOSE", [moved, graph.constant([1, 0], "int32")], [y], version=2)
    else:
        graph.op("LOGISTIC", [x], [y], version=2)
    graph.outputs(y)


@pytest.mark.parametrize("of_floats, steps, agrees", [(True, 1, True), (True, 2, False), (False, 1, False), (False, 0, True)])
def test_a_step_behind_functions_of_floats(start, write_model, tmp_path, of_floats, steps, agrees):
    """After functions of floats, a difference of the last bit may become a step, so one step agrees. Integers must be equal."""
    model = write_model(lambda graph: quantized_functions(graph, of_floats))
    flags, folder = ["--input", tmp_path / "x.npy"], tmp_path / "out"
    np.save(tmp_path / "x.npy", np.array([[-20, -1, 3, 7]], np.int8))
    assert start("litevk-run", model, *flags, "--output-dir", folder).returncode == 0
    values = np.load(folder / "output_0.npy")
    values.flat[1] += steps
    np.save(folder / "output_0.npy", values)
    process = start("litevk-run", model, *flags, "--compare", folder, "--report", tmp_path / "run.json")
    assert process.returncode == (0 if agrees else 1), process.stdout
    assert ("functions of floats lead to the output" in process.stdout) == (of_floats and steps > 0)
    comparison = json.loads((tmp_path / "run.json").read_text())["outputs"][0]["comparison"]
    assert comparison["off_by"] == ({str(steps): 1} if steps else {}) and comparison["allowed_steps"] == int(of_floats)
    assert comparison["values_outside"] == int(not agrees)


def test_outputs_are_the_first_runs(start, write_model, tmp_path):
    """Later runs continue from the states that the first run left, but the written outputs are the first run's."""

    def build(graph):
        weights = [graph.constant(np.full(shape, 0.5)) for shape in ((2, 3), (2, 2), (2,))]
        state = graph.tensor([1, 2], variable=True)
        x = graph.input([1, 4, 3])
        graph.outputs(graph.node("UNIDIRECTIONAL_SEQUENCE_RNN", [x, *weights, state], [1, 4, 2],
                                 fusedActivationFunction="TANH"))

    model = write_model(build)
    once = start("litevk-run", model, "--output-dir", tmp_path / "once")
    often = start("litevk-run", model, "--runs", 3, "--warmup", 1, "--compare", "cpu", "--output-dir", tmp_path / "often")
    assert once.returncode == often.returncode == 0, often.stdout + often.stderr
    assert np.array_equal(*(np.load(tmp_path / folder / "output_0.npy") for folder in ("once", "often")))
