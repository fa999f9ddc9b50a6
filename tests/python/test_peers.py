"""The engines beside which litevk is measured, on a small network with each layer that they translate."""

import json
import os
import pathlib
import re
import subprocess
import sys
import types
from collections import Counter

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "bringup"))

import layers as layers_tool  # noqa: E402
import networks as full_networks  # noqa: E402
from images import conv, depthwise, global_mean, hard_sigmoid, pool  # noqa: E402
from net import Net  # noqa: E402

import litevk  # noqa: E402
from litevk.bringup.steps.networks import _ENGINES  # noqa: E402
from litevk.peers import layouts, measuring, ncnn_layers, ncnn_vulkan, network, onnx_layers  # noqa: E402
from litevk.peers.engine import Missing, Untranslated  # noqa: E402

MEASURE = {"do": "measure", "seconds": 0.2}


def excite(net, x):
    gate = conv(net, global_mean(net, x, keep=True), x.channels, 1, 1, "RELU")
    return net.mul(x, hard_sigmoid(net, conv(net, gate, x.channels)))


def every_layer(net):
    """A network with paddings that differ at the ends, weights stored as float16, and each kind of layer."""
    x = conv(net, net.pad_image(net.input(1, 17, 14, 3), 0, 1), 8, 3, 2, "RELU6", padding="VALID")
    x = pool(net, "MAX", net.pad_image(x, 1, 1), 3, 1)
    x = net.add(x, depthwise(net, x, 3, 1, dilation=2), fusedActivationFunction="RELU")
    x = net.unary("HARD_SWISH", excite(net, depthwise(net, x, 3, 2)))
    x = net.mul(x, net.uniform((8,), 0.8, 1.2))
    x = net.add(x, net.uniform((8,), -0.1, 0.1), fusedActivationFunction="RELU6")
    x = net.concat([x, net.unary("LOGISTIC", x), net.unary("RELU", net.binary("SUB", x, 0.5))])
    x = pool(net, "AVERAGE", net.pad_image(x, 0, 1), 2, 2, padding="SAME")
    x = net.unary("RELU6", x)
    x = net.dense(net.reshape(x, 1, int(np.prod(x.shape))), 10, "RELU")
    net.outputs(net.softmax(net.dense(x, 7, bias=False)))


def content_of(build):
    net = Net("peers", batch=1, half_weights=True)
    build(net)
    return net.model.serialize()


def reference_values(content):
    interpreter = litevk.Interpreter(model_content=content, experimental_delegates=[])
    interpreter.allocate_tensors()
    (source,), (target,) = interpreter.get_input_details(), interpreter.get_output_details()
    value = np.random.default_rng(31).normal(size=source["shape"]).astype(np.float32)
    interpreter.set_tensor(source["index"], value)
    interpreter.invoke()
    return {"input_0": value, "output_0": interpreter.get_tensor(target["index"])}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("network")
    content = content_of(every_layer)
    (path / "model.tflite").write_bytes(content)
    (path / "layers.json").write_text(json.dumps(layers_tool.document_of(content)))
    np.savez(path / "values.npz", **reference_values(content))
    return path


@pytest.fixture
def layers(folder):
    return network.read_layers(network.read_network(folder))


def worker(command, arguments, commands, **variables):
    environment = {**os.environ, "LITEVK_ALLOW_CPU_DEVICE": "1", **variables}
    told = "".join(json.dumps(line) + "\n" for line in commands)
    return subprocess.run([*command, *map(str, arguments)], input=told, capture_output=True, text=True, env=environment)


def peer(*arguments, **variables):
    return worker([sys.executable, "-m", "litevk.peers"], arguments, [MEASURE], **variables)


def answer(*arguments, **variables):
    process = peer(*arguments, **variables)
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout.splitlines()[-1])


@pytest.mark.parametrize("engine", _ENGINES)
def test_each_engine_agrees_with_the_reference_or_says_why_not(folder, engine):
    told = answer(engine, folder)
    assert told["engine"] == engine
    if "missing" in told:
        assert engine not in ("litevk", "xnnpack-1", "xnnpack-N") and told["missing"].endswith(".")
        pytest.skip(told["missing"])
    assert told["error"] < 1e-4
    assert told["runs"] >= 5 and told["warm_min_ms"] <= told["warm_ms"] <= told["warm_p90_ms"]
    assert told["load_ms"] > 0 and told["first_ms"] > 0 and told["runs_on"] and told["version"]


def test_litevk_takes_options(folder):
    told = answer("litevk", folder, "disable_fusion=1")
    assert "llvmpipe" in told["runs_on"] and re.match(r"(\d+) of \1 nodes", told["notes"][0])
    assert peer("litevk", folder, "no_such_option=1").returncode == 1


def test_a_wrong_command_is_answered_with_the_engines(folder):
    for arguments in ((), ("nobody", folder), ("ncnn", folder, "strict=1")):
        process = peer(*arguments)
        assert process.returncode == 2 and "xnnpack-1" in process.stderr and not process.stdout


def test_a_package_that_cannot_be_imported(folder, tmp_path):
    """A package that prints and then fails to import is reported as missing."""
    (tmp_path / "torch.py").write_text("print('junk', flush=True)\nraise ImportError('a library is missing')\n")
    path = os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]])
    process = peer("torch", folder, PYTHONPATH=path)
    assert process.stdout.count("\n") == 1 and "junk" in process.stderr
    assert json.loads(process.stdout) == {
        "engine": "torch",
        "missing": "No Python package for it can be imported here: torch (a library is missing).",
    }


def test_no_device(folder, tmp_path):
    told = answer("litevk", folder, VK_ICD_FILENAMES=str(tmp_path / "none.json"))
    assert told["missing"].startswith("litevk: vulkan instance: ")


def test_an_operator_without_translation(tmp_path):
    def build(net):
        net.outputs(net.unary("GELU", net.input(1, 3)))

    model, target = tmp_path / "model.tflite", tmp_path / "layers.json"
    model.write_bytes(content_of(build))
    command = [sys.executable, layers_tool.__file__, model, target]
    process = subprocess.run(command, capture_output=True, text=True)
    assert (process.returncode, process.stderr) == (1, "model.tflite: GELU has no translation\n")
    assert not target.exists()
    with pytest.raises(Untranslated, match="no translation"):
        network.read_layers(network.Network(model, [], []))


def test_layers_pad_by_themselves_where_that_is_the_same(layers):
    """The convolution takes over its PAD, and so does the maximum of positive values. The average does not, since zeros count."""
    assert Counter(layer.op for layer in layers.layers)["pad"] == 1
    first, second = layers.layers[:2]
    assert (first.op, first.options["pads"]) == ("conv", [0, 1, 0, 1])
    assert (second.op, second.options["pads"]) == ("max_pool", [1, 1, 1, 1])
    assert all(layers.constants[index].dtype == np.float32 for index in layers.constants)


@pytest.mark.parametrize("name", full_networks.NETWORKS)
def test_the_full_networks_have_layers(name):
    content = full_networks.serialize(name)
    document = layers_tool.document_of(content)
    assert len(content) < 24e6
    assert not any(layer["op"] == "pad" for layer in document["layers"])


def test_files_of_ncnn(layers, tmp_path):
    """Each blob is written before one layer reads it, and the other file holds the weights only."""
    param, weights = ncnn_layers.NcnnLayers(layers).write(tmp_path)
    magic, counts, *lines = pathlib.Path(param).read_text().splitlines()
    written, read = set(), Counter()
    for line in lines:
        _, name, inputs, outputs, *rest = line.split()
        sources, targets = rest[: int(inputs)], rest[int(inputs) : int(inputs) + int(outputs)]
        assert written.issuperset(sources) and written.isdisjoint(targets), line
        written.update(targets)
        read.update(sources)
    assert magic == "7767517" and counts == f"{len(lines)} {len(written)}"
    assert max(read.values()) == 1 and len(written) - len(read) == len(layers.outputs)
    weighted = [layer for layer in layers.layers if layer.op in ("conv", "depthwise", "fully_connected")]
    scaled = 2 * 2 * 8 * 4  # bytes of two layers with a constant: a scale and a shift for each of 8 channels
    used = sum(layers.constants[index].nbytes for layer in weighted for index in layer.inputs[1:])
    assert pathlib.Path(weights).stat().st_size == used + 4 * len(weighted) + scaled


class RecordingOnnx:
    """Stands in for the package onnx in environments without it, with the functions that are called."""

    def __init__(self):
        self.helper = types.SimpleNamespace(make_node=lambda op, inputs, outputs, **_: (op, inputs, outputs))
        self.numpy_helper = types.SimpleNamespace(from_array=lambda array, name: self.constants.append(name))
        self.constants = []


def test_nodes_of_onnx(layers):
    onnx = RecordingOnnx()
    nodes = onnx_layers.OnnxLayers(onnx, layers)._nodes
    known = {*onnx.constants, *map(str, layers.inputs)}
    for op, inputs, outputs in nodes:
        assert known.issuperset(inputs) and known.isdisjoint(outputs), op
        known.update(outputs)
    assert known.issuperset(map(str, layers.outputs))
    assert {"Conv", "MaxPool", "AveragePool", "Gemm", "Softmax", "Clip", "Concat"} <= {op for op, *_ in nodes}


def test_weights_that_a_layer_computes(layers):
    layouts.ensure_weights_are_constant(layers)
    (weights, *_) = (layer.inputs[1] for layer in layers.layers if layer.op == "conv")
    del layers.constants[weights]
    with pytest.raises(Untranslated, match="not constant"):
        layouts.ensure_weights_are_constant(layers)


def test_the_error_of_outputs():
    reference = np.array([1.0, -4.0, np.inf])
    assert measuring.error_of([reference + [0.0, 1.0, 0.0]], [reference]) == 0.25
    worst = sys.float_info.max
    assert measuring.error_of([np.array([1.0, np.nan, np.inf])], [reference]) == worst
    assert measuring.error_of([], [reference]) == measuring.error_of([reference[:2]], [reference]) == worst
    assert measuring.error_of([reference], []) is None


@pytest.fixture(scope="module")
def stem(folder, tmp_path_factory):
    """The network's files as bench/peers has them."""
    path = tmp_path_factory.mktemp("stem") / "net"
    path.with_suffix(".tflite").write_bytes((folder / "model.tflite").read_bytes())
    with np.load(folder / "values.npz") as values:
        np.save(f"{path}.input0.npy", values["input_0"])
        np.save(f"{path}.reference.npy", values["output_0"])
    return path


@pytest.mark.parametrize("engine, options", (("xnnpack-2", ()), ("delegate", (f"library={litevk._native.DELEGATE_LIBRARY}",))))
def test_the_worker_of_the_benchmark(stem, tmp_path, engine, options):
    """The worker answers each command, in a Python that has no litevk."""
    saved = tmp_path / "output.npy"
    commands = [{"do": "warm_up", "runs": 3, "least_s": 0, "most_s": 9}, {"do": "round", "runs": 4},
                {"do": "save", "path": str(saved)}, MEASURE]
    program = [sys.executable, ROOT / "bench/peers/worker.py"]
    process = worker(program, (engine, stem, *options), commands, PYTHONPATH="")
    assert process.returncode == 0, process.stderr
    first, warm, times, nothing, figures = map(json.loads, process.stdout.splitlines())
    assert first["engine"] == engine and first["load_ms"] > 0 and first["first_ms"] > 0
    assert ("llvmpipe" in first["runs_on"]) == (engine == "delegate")
    assert warm["ms"] > 0 and len(times["ms"]) == 4 and nothing == {}
    assert figures["error"] < 1e-4 and first.items() <= figures.items()
    np.testing.assert_allclose(np.load(saved), np.load(f"{stem}.reference.npy"), atol=1e-5)


def test_the_worker_of_the_benchmark_names_what_failed(stem, tmp_path):
    program = [sys.executable, ROOT / "bench/peers/worker.py"]
    process = worker(program, ("xnnpack-1", tmp_path / "none"), [], PYTHONPATH="")
    told = json.loads(process.stdout)
    assert process.returncode == 1 and told["engine"] == "xnnpack-1" and "none.tflite" in told["failure"]


class RecordingNcnn(types.ModuleType):
    """Stands in for the package ncnn, and records what it is asked for."""

    def __init__(self):
        super().__init__("ncnn")
        self.log = []
        self.get_gpu_count = lambda: 1

    def Mat(self, array):  # noqa: N802
        self.log.append(("Mat", array.flags.c_contiguous, array.shape))
        return types.SimpleNamespace(clone=lambda: "aligned")

    def Net(self):  # noqa: N802
        extractor = types.SimpleNamespace(input=lambda *named: self.log.append(named), extract=lambda name: (0, np.zeros((2, 3, 4))))
        load = lambda path: self.log.append(pathlib.Path(path).name) or 0  # noqa: E731
        return types.SimpleNamespace(opt=types.SimpleNamespace(), load_param=load, load_model=load, create_extractor=lambda: extractor)


def test_ncnn_gets_aligned_copies_with_files_of_a_converter_too(stem, monkeypatch):
    """ncnn misreads channels that are not aligned to 16 bytes, whichever files it loads."""
    for suffix in (".ncnn.param", ".ncnn.bin"):
        stem.with_suffix(suffix).touch()
    ncnn = RecordingNcnn()
    monkeypatch.setitem(sys.modules, "ncnn", ncnn)
    engine = ncnn_vulkan.Engine(network.read_network(stem))
    engine.load()
    (output,) = engine.outputs(engine.infer())
    assert ncnn.log == [("Mat", True, (3, 17, 14)), "net.ncnn.param", "net.ncnn.bin", ("in0", "aligned")]
    assert output.shape == (1, 3, 4, 2)
