"""Quantized tensors on the programs' command lines: values as files, seeded, as floats, and how many steps they differ by."""

import json

import numpy as np
import pytest

# The types of inputs and outputs. Scales are powers of two, so that tests can state exact values.
TYPES = {
    "int8": {"scale": 0.5, "zero_point": -3},
    "uint8": {"scale": 0.25, "zero_point": 128},
    "int16": {"scale": 0.125, "zero_point": 0},
    "int4": {"scale": 0.5, "zero_point": 1},
}
ENDS = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767), "int4": (-8, 7)}
STORED = {"int4": "int8"}  # the type in a file for a type that numpy lacks


def copy_of(shape, dtype, quantization=None):
    """Builds a model whose output is its input x."""

    def build(graph):
        quantized = TYPES[dtype] if quantization is None else quantization
        graph.outputs(graph.input(shape, dtype, name="x", quantization=quantized))

    return build


def run(start, model, folder, *options):
    process = start("litevk-run", model, "--output-dir", folder, *options)
    assert process.returncode == 0, process.stderr
    return np.load(folder / "output_0.npy")


@pytest.mark.parametrize("dtype", TYPES)
def test_seeded_numbers_cover_the_type(start, write_model, tmp_path, dtype):
    values = run(start, write_model(copy_of([40, 100], dtype)), tmp_path / "out")
    low, high = ENDS[dtype]
    assert values.dtype == STORED.get(dtype, dtype)
    if high < 1000:
        assert set(values.ravel()) == set(range(low, high + 1))
    else:
        assert values.min() < low + 200 and values.max() > high - 200


@pytest.mark.parametrize("dtype", TYPES)
def test_numbers_from_a_file(start, write_model, tmp_path, dtype):
    model, integers = write_model(copy_of([3], dtype)), np.array([*ENDS[dtype], 1], STORED.get(dtype, dtype))
    np.save(tmp_path / "x.npy", integers)
    for option in (["--input", tmp_path / "x.npy"], [f"--input_layer_value_files=x:{tmp_path}/x.npy"]):
        assert run(start, model, tmp_path / "out", *option).tolist() == integers.tolist()


@pytest.mark.parametrize("dtype", TYPES)
def test_floats_where_asked(start, write_model, tmp_path, dtype):
    model, (low, high) = write_model(copy_of([5], dtype)), ENDS[dtype]
    scale, zero_point = TYPES[dtype]["scale"], TYPES[dtype]["zero_point"]
    # Ties are rounded away from zero, and values beyond the type's range are clamped to it.
    np.save(tmp_path / "x.npy", np.float32([0, 1.5 * scale, -1.5 * scale, 1e9, -np.inf]))
    integers = np.clip([zero_point, zero_point + 2, zero_point - 2, high, low], low, high)
    for option in (["--input", tmp_path / "x.npy"], [f"--input_layer_value_files=x:{tmp_path}/x.npy"]):
        values = run(start, model, tmp_path / "out", "--dequantize", *option)
        assert values.dtype == np.float32
        assert values.tolist() == (scale * (integers - zero_point)).tolist()


def test_a_range_of_floats(start, write_model, tmp_path):
    model = write_model(copy_of([500], "int8"))
    values = run(start, model, tmp_path / "out", "--dequantize", "--input_layer_value_range=x,1,2")
    assert set(values) == {1.0, 1.5, 2.0}
    assert set(run(start, model, tmp_path / "out", "--input_layer_value_range=x,1,2")) == {1, 2}


def test_scales_of_channels(start, write_model, tmp_path):
    channels = {"scale": [0.5, 2.0, 8.0], "zero_point": [0, 0, 0], "axis": 1}
    values = np.float32([[1, 2, 8], [-3.5, -6, 16]])
    np.save(tmp_path / "x.npy", values)
    model = write_model(copy_of([2, 3], "int8", channels))
    process = start("litevk-run", model)
    assert "input 0 'x': int8 2x3, 3 scales along axis 1\n" in process.stdout
    files = ["--dequantize", "--input", tmp_path / "x.npy"]
    assert run(start, model, tmp_path / "out", *files).tolist() == values.tolist()


def test_what_is_said_of_quantized_tensors(start, write_model, tmp_path):
    report = tmp_path / "report.json"
    process = start("litevk-run", write_model(copy_of([4], "int8")), "--report", report)
    assert "output 0 'x': int8 4, scale 0.5, zero point -3\n" in process.stdout
    (output,) = json.loads(report.read_text())["outputs"]
    assert output["quantization"] == {"scales": [0.5], "zero_points": [-3], "axis": 0}


def test_values_that_do_not_fit(start, write_model, tmp_path):
    model = write_model(copy_of([2], "int8"))
    for name, values in {"floats": np.float32([1, 2]), "nan": np.float32([0, np.nan])}.items():
        np.save(tmp_path / f"{name}.npy", values)
    process = start("litevk-run", model, "--input", tmp_path / "floats.npy")
    said = "litevk-run: input 0 'x' takes int8, the array holds float32, which --dequantize allows\n"
    assert process.returncode == 3 and process.stderr == said
    process = start("litevk-run", model, "--dequantize", "--input", tmp_path / "nan.npy")
    assert process.returncode == 3
    assert process.stderr == "litevk-run: input 0 'x': element 1 is NaN, which no integer of int8 stands for\n"
    np.save(tmp_path / "wide.npy", np.int8([8, 0]))
    process = start("litevk-run", write_model(copy_of([2], "int4")), "--input", tmp_path / "wide.npy")
    assert process.returncode == 3
    assert process.stderr == "litevk-run: input 0 'x': the array has numbers that int4 does not have\n"


def compared(start, model, tmp_path, reference, *options):
    """The finished process and the comparison of its only output with that array."""
    np.save(tmp_path / "x.npy", np.int8([[0, 0, 0, 0], [0, 0, 0, 100]]))
    (tmp_path / "reference").mkdir(exist_ok=True)
    np.save(tmp_path / "reference" / "output_0.npy", reference)
    report = tmp_path / "report.json"
    files = ["--input", tmp_path / "x.npy", "--compare", tmp_path / "reference", "--report", report]
    process = start("litevk-run", model, *files, *options)
    return process, json.loads(report.read_text())["outputs"][0]["comparison"]


def test_steps_are_counted(start, write_model, tmp_path):
    model = write_model(copy_of([2, 4], "int8"))
    process, comparison = compared(start, model, tmp_path, np.int8([[0, 1, -1, 0], [2, 0, 0, 90]]))
    line = "largest difference 10, mean 1.75, 4 of 8 values outside, worst at [1, 3]: 2 off by 1, 1 by 2, 1 by 10\n"
    assert process.returncode == 1 and line in process.stdout, process.stdout
    assert comparison["off_by"] == {"1": 2, "2": 1, "10": 1} and comparison["off_by_more"] == 0


def test_litevk_bench_counts_steps_too(start, write_model, tmp_path):
    x, bench, report = tmp_path / "x.npy", ["--runs=1", "--min_secs=0", "--warmup_min_secs=0", "--use_cpu"], tmp_path / "bench.json"
    np.save(x, np.int8([0, 0, 5]))
    np.save(tmp_path / "output_0.npy", np.int8([0, 1, 2]))
    model = write_model(copy_of([3], "int8"))
    process = start("litevk-bench", model, *bench, f"--input_layer_value_files=x:{x}", "--compare", tmp_path, "--json", report)
    assert process.returncode == 1 and "2 of 3 values outside, worst at [2]: 1 off by 1, 1 by 3\n" in process.stdout
    (comparison,) = json.loads(report.read_text())["comparisons"]
    assert comparison["off_by"] == {"1": 1, "3": 1} and not comparison["agrees"]
    process = start("litevk-bench", model, *bench, "--input_layer_value_range=x,0.2,0.4")
    assert process.returncode == 3 and "the range 0.2 to 0.4 has a fraction, int8 has none\n" in process.stderr


def test_many_steps_are_summed_up(start, write_model, tmp_path):
    far = np.arange(1000, dtype=np.int16)
    np.save(tmp_path / "x.npy", np.zeros(1000, np.int16))
    (tmp_path / "reference").mkdir()
    np.save(tmp_path / "reference" / "output_0.npy", far)
    report = tmp_path / "report.json"
    files = ["--input", tmp_path / "x.npy", "--compare", tmp_path / "reference", "--report", report]
    process = start("litevk-run", write_model(copy_of([1000], "int16")), *files)
    assert ": 1 off by 1, 1 by 2, 1 by 3, 1 by 4, 1 by 5, 1 by 6, 1 by 7, 1 by 8, 991 by more\n" in process.stdout
    comparison = json.loads(report.read_text())["outputs"][0]["comparison"]
    assert len(comparison["off_by"]) == 255 and comparison["off_by_more"] == 999 - 255


@pytest.mark.parametrize("reference", ["floats", "numbers"])
def test_floats_are_compared_where_asked(start, write_model, tmp_path, reference):
    """The folder to compare with may hold floats, or the quantized outputs of this model."""
    model, integers = write_model(copy_of([2, 4], "int8")), np.int8([[0, 1, 0, 0], [0, 0, 0, 100]])
    kept = np.float32(0.5 * (integers.astype(np.float32) + 3)) if reference == "floats" else integers
    process, comparison = compared(start, model, tmp_path, kept, "--dequantize", "--atol", 0.25)
    assert process.returncode == 1 and comparison["values_outside"] == 1 and comparison["largest"] == 0.5
    process, comparison = compared(start, model, tmp_path, kept, "--dequantize", "--atol", 0.5)
    assert process.returncode == 0 and comparison["agrees"]


def test_the_cpu_kernels_are_compared_with(start, write_model, tmp_path):
    delegate = ["--delegate", "vulkan", "-o", "backend=reference", "--compare", "--bisect"]

    def build(graph):
        x = graph.input([1, 4], "int8", name="x", quantization=TYPES["int8"])
        outputs = [graph.tensor([1, 4], "int8", quantization={"scale": 1 / 256, "zero_point": -128})]
        graph.outputs(graph.op("LOGISTIC", [x], outputs, version=2))

    for option in ([], ["--dequantize"]):
        process = start("litevk-run", write_model(build), *delegate, *option)
        assert process.returncode == 0 and "compare output 0: agrees" in process.stdout, process.stderr + process.stdout
