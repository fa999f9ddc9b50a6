"""Models that leave dims open keep them open in ONNX and compute TFLite's results at each size; else a reason is given."""

import json
import pathlib

import converted
import numpy as np
import onnx
import onnxruntime
import open_models
import open_windows
import pytest

OPSETS = ("13", "21")
NAMES = {"flattened": ["batch"], "reshaped_by_its_batch": ["batch"], "split_and_joined": ["batch"], "two_inputs_of_a_batch": ["batch"]}
_TOLERANCE = 1e-5  # bound, relative to the largest magnitude


def networks(config):
    """Seeded networks with an open batch, each with another architecture."""
    found = [model for folder in config.getoption("--models") or () for model in sorted(pathlib.Path(folder).rglob("*.tflite"))]
    return [model for model in found if model.stem in ("bert", "mobilenet_v2", "vit")]


@pytest.fixture(scope="module")
def folder(request, written_models):
    return written_models(open_models, *networks(request.config))


@pytest.fixture
def convert(request, folder, tmp_path):
    def run(name, *options):
        """Converts a model and returns (the model, the report, the output)."""
        written, report = tmp_path / "model.onnx", tmp_path / "report.json"
        program = request.config.getoption("--program")
        process = converted.convert(program, folder / f"{name}.tflite", written, "--report", report, *options)
        assert process.returncode == 0, process.stderr
        onnx.checker.check_model(str(written), full_check=True)
        return written, json.loads(report.read_text()), process.stdout

    return run


def check_runs(written, arrays):
    """Compares every run with TFLite's, in one session. Returns the number of runs."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(written, options, providers=["CPUExecutionProvider"])
    inputs, outputs = ([value.name for value in values] for values in (session.get_inputs(), session.get_outputs()))
    run = 0
    while f"input_{run}_0" in arrays:
        results = session.run(outputs, {name: arrays[f"input_{run}_{i}"] for i, name in enumerate(inputs)})
        for i, actual in enumerate(results):
            expected = arrays[f"output_{run}_{i}"]
            assert (actual.shape, actual.dtype) == (expected.shape, expected.dtype)
            scale = float(np.abs(expected).max(initial=0))
            np.testing.assert_allclose(actual, expected, rtol=0, atol=_TOLERANCE * scale, err_msg=f"run {run}")
        run += 1
    return run


@pytest.mark.parametrize("opset", OPSETS)
@pytest.mark.parametrize("build", open_models.OPEN, ids=lambda build: build.__name__)
def test_each_size(build, opset, convert, folder):
    name = build.__name__
    written, report, printed = convert(name, "--opset", opset)
    assert report["open_dims"] and not report["fixed_dims"]
    assert report["open_dims"] == NAMES.get(name, report["open_dims"])
    assert printed.splitlines()[-1] == "open dims: " + ", ".join(report["open_dims"])
    graph = onnx.load(written).graph
    assert report["onnx_nodes"] == len(graph.node)
    stated = {dim.dim_param for value in graph.input for dim in value.type.tensor_type.shape.dim if dim.dim_param}
    assert stated == set(report["open_dims"])
    assert check_runs(written, np.load(folder / f"{name}.npz")) == len(open_models.OPEN[build])


def test_each_size_with_channels_first(convert, folder, request):
    written, _, _ = convert("strided_windows", "--io-layout", "nchw")
    dims = [dim.dim_param or dim.dim_value for dim in onnx.load(written).graph.input[0].type.tensor_type.shape.dim]
    assert dims[1] == 3 and len(set(dims)) == 4
    arrays = dict(np.load(folder / "strided_windows.npz"))
    moved = {key: np.moveaxis(array, -1, 1) if array.ndim == 4 else array for key, array in arrays.items()}
    check_runs(written, {key: np.ascontiguousarray(array) for key, array in moved.items()})


@pytest.mark.parametrize("opset", OPSETS)
@pytest.mark.parametrize("build", open_windows.EXACT, ids=lambda build: build.__name__)
def test_each_size_to_the_bit(build, opset, convert, folder):
    written, report, _ = convert(build.__name__, "--opset", opset, "--quant", "exact")
    assert report["open_dims"] and not report["fixed_dims"]
    assert check_runs(written, np.load(folder / f"{build.__name__}.npz")) == len(open_windows.EXACT[build])


def test_padding_of_one_size_is_stated(convert, folder):
    """The padding of windows over open sides is computed in the run, by onnxruntime if it gives TFLite's."""
    written, report, _ = convert("one_open_input")
    assert report["open_dims"] and not report["fixed_dims"]
    assert check_runs(written, np.load(folder / "one_open_input.npz")) == len(open_windows.SIZES)
    convs = [node for node in onnx.load(written).graph.node if node.op_type == "Conv"]
    attributes = sorted(attribute.name for node in convs for attribute in node.attribute if "pad" in attribute.name)
    assert attributes == ["auto_pad", "pads", "pads"] and len(convs) == 4


@pytest.mark.parametrize("build", open_models.FIXED, ids=lambda build: build.__name__)
def test_what_stays_fixed(build, convert):
    written, report, printed = convert(build.__name__)
    assert not report["open_dims"] and open_models.FIXED[build] in report["fixed_dims"]
    assert report["fixed_dims"] in printed
    graph = onnx.load(written).graph
    assert not any(dim.dim_param for value in (*graph.input, *graph.output) for dim in value.type.tensor_type.shape.dim)


@pytest.mark.parametrize("build", open_models.open_crops.MULTIPLES, ids=lambda build: build.__name__)
def test_crops_of_multiples(build, convert, folder):
    """Right where it can be run, and a sentence elsewhere."""
    written, report, _ = convert(build.__name__)
    multiple = open_models.open_crops.MULTIPLES[build]
    assert list(report["multiples"].values()) == [multiple]
    arrays = dict(np.load(folder / f"{build.__name__}.npz"))
    taken = [run for run, [(_, height, *_)] in enumerate(open_models.open_crops.SIZES) if height % multiple == 0]
    runs = {f"{kind}_{position}_0": arrays[f"{kind}_{run}_0"] for position, run in enumerate(taken) for kind in ("input", "output")}
    assert check_runs(written, runs) == len(taken) > 1
    with pytest.raises(onnxruntime.capi.onnxruntime_pybind11_state.Fail, match=f"in_multiples_of_{multiple}"):
        check_runs(written, {"input_0_0": arrays["input_1_0"], "output_0_0": arrays["output_1_0"]})


def test_dims_of_the_file(convert):
    written, report, printed = convert("flattened", "--dims", "file")
    assert not report["open_dims"] and not report["fixed_dims"] and "open" not in printed
    dims = [dim.dim_value for dim in onnx.load(written).graph.input[0].type.tensor_type.shape.dim]
    assert dims == [1, 8, 6, 4]


def test_same_bytes(convert):
    first = convert("attention")[0].read_bytes()
    assert convert("attention")[0].read_bytes() == first


def test_networks(convert, folder, request):
    models = networks(request.config)
    assert models
    for model in models:
        written, report, _ = convert(model.stem)
        assert report["open_dims"] == ["batch"], report["fixed_dims"]
        assert check_runs(written, np.load(folder / f"{model.stem}.npz")) == 2
