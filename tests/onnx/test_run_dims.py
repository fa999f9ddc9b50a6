"""Dims that depend on values of a run, sizes up to which a model counts, and images whose sides must be multiples. ONNX models
compute TFLite's results, each of them in every run by one session."""

import re
import subprocess

import converted
import numpy as np
import onnx
import onnxruntime
import pytest
import run_dim_models
import run_dims_within
import run_operands
from test_open_dims import check_runs, convert  # noqa: F401, which is a fixture


@pytest.fixture(scope="module")
def folder(written_models):
    return written_models(run_dim_models)


_CASES = [(build, opset) for build in run_dim_models.RUNS for opset in ("13", "17", "21")]
_CASES += [(build, opset) for build in run_operands.LATE_RUNS for opset in ("17", "21")]


@pytest.mark.parametrize("build, opset", _CASES, ids=lambda part: getattr(part, "__name__", part))
def test_what_a_run_decides(build, opset, convert, folder):
    written, report, printed = convert(build.__name__, "--opset", opset)
    assert not report["open_dims"] and not report["fixed_dims"] and "open dims" not in printed
    assert any(dim.dim_param for value in onnx.load(written).graph.output for dim in value.type.tensor_type.shape.dim)
    assert check_runs(written, np.load(folder / f"{build.__name__}.npz")) == len({**run_dim_models.RUNS, **run_operands.LATE_RUNS}[build])


@pytest.mark.parametrize("opset", ("13", "17", "21"))
@pytest.mark.parametrize("build", run_dims_within.RUNS, ids=lambda build: build.__name__)
def test_what_a_run_decides_within_subgraphs(build, opset, convert, folder):
    written, report, _ = convert(build.__name__, "--opset", opset)
    assert not report["fixed_dims"] and bool(report["open_dims"]) == build.__name__.startswith("nested")
    assert check_runs(written, np.load(folder / f"{build.__name__}.npz")) == len(run_dims_within.RUNS[build])


@pytest.mark.parametrize("build", run_dims_within.REFUSED, ids=lambda build: build.__name__)
def test_subgraphs_that_are_nested_too_deep(build, request, folder, tmp_path):
    process = subprocess.run([request.config.getoption("--program"), folder / f"{build.__name__}.tflite", tmp_path / "model.onnx"],
                             capture_output=True, text=True, timeout=60)
    assert process.returncode == 1 and "in subgraph" in process.stderr, process.stderr


@pytest.mark.parametrize("opset", ("13", "21"))
@pytest.mark.parametrize("build", run_dim_models.OPEN, ids=lambda build: build.__name__)
def test_open_sizes(build, opset, convert, folder):
    written, report, printed = convert(build.__name__, "--opset", opset)
    names, runs = run_dim_models.OPEN[build]
    found = {name: report["multiples"].get(name, 1) for name in report["open_dims"]}
    assert not report["fixed_dims"]
    assert {re.sub(r"^.*(_\d)$", r"\1", name): multiple for name, multiple in found.items()} == names
    for name, multiple in report["multiples"].items():
        assert f"{name} (multiples of {multiple} alone)" in printed
    assert check_runs(written, np.load(folder / f"{build.__name__}.npz")) == len(runs)


def test_other_sizes_than_multiples_are_refused_in_the_run(convert):
    """A node of the model fails with a message, before anything is computed with the sizes."""
    written, _, _ = convert("unet_of_resizes")
    entries = {entry.key: entry.value for entry in onnx.load(written).metadata_props}
    assert sorted(value for key, value in entries.items() if key.startswith("multiple:")) == ["8", "8"]
    for level in ("ORT_DISABLE_ALL", "ORT_ENABLE_ALL"):
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, level)
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(written, options, providers=["CPUExecutionProvider"])
        name = session.get_inputs()[0].name
        for shape in ((1, 12, 16, 3), (1, 16, 20, 3), (1, 9, 9, 3)):
            with pytest.raises(onnxruntime.capi.onnxruntime_pybind11_state.Fail, match="in_multiples_of_8"):
                session.run(None, {name: np.zeros(shape, np.float32)})


def test_shapes_that_are_given(convert, folder):
    """With a shape given for one side, only the other side must be a multiple."""
    name = onnx.load(convert("unet_of_nearest")[0]).graph.input[0].name
    arrays = dict(np.load(folder / "unet_of_nearest.npz"))
    written, report, _ = convert("unet_of_nearest", "--shape", f"{name}:1,12,-1,3")
    assert report["open_dims"] == [f"{name}_2"] and list(report["multiples"].values()) == [4]
    wide = {key.replace("_1_", "_0_"): array for key, array in arrays.items() if "_1_" in key}
    assert check_runs(written, wide) == 1
    written, report, printed = convert("unet_of_nearest", "--shape", f"{name}:1,12,20,3")
    assert not report["open_dims"] and not report["fixed_dims"] and "open" not in printed
    assert [dim.dim_value for dim in onnx.load(written).graph.input[0].type.tensor_type.shape.dim] == [1, 12, 20, 3]
    assert check_runs(written, wide) == 1


@pytest.mark.parametrize("shape, diagnostic", (("y:1,8,8,3", "--shape: no input is named y; the model has "),
                                             ("y:1,a", "--shape y:1,a: expected NAME:1,224,224,3"),
                                             ("y:-2", "--shape y:-2: expected NAME:1,224,224,3")))
def test_wrong_shapes(shape, diagnostic, request, folder, tmp_path):
    process = converted.convert(request.config.getoption("--program"), folder / "unet_of_nearest.tflite",
                                tmp_path / "model.onnx", "--shape", shape)
    assert process.returncode in (1, 2) and diagnostic in process.stderr
    assert not (tmp_path / "model.onnx").exists()
