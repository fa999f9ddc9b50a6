"""Tests of the random graphs' own code, with subjects that are wrong on purpose: their faults are found and shrunk."""

import argparse
import atexit
import collections
import dataclasses
import os
import pathlib
import time

import numpy as np
import opset
import oracle
import pytest
import shrinker
from choice import Choice
from generator import computing, generate, grow
from graph import DEFAULT, REFERENCE, SETS, Graph, Tensor
from quantization import per_channel
from rows import QUANTIZED, ROWS, left_out, patterns
from signatures import CPU, GPU, moved_types, stating_scales
from smallest import smallest, write_smallest
from subject import Mismatch, check_runs
from worker import Failure, Worker

CAUSE = "TRANSPOSE"


@dataclasses.dataclass
class Wrong:
    """A subject with the fault `how` if the operator is in the graph; "" is in every graph."""

    op: str
    how: str
    taker = GPU
    quantized = False
    operators = ()

    def check(self, graph, resized):
        operators = collections.Counter(node.op for node in graph.nodes)
        if self.op in ("", *operators):
            getattr(self, self.how)()
        return operators, collections.Counter()

    def differs(self):
        raise Mismatch("a wrong result")

    def ends_badly(self):
        atexit.register(os._exit, 3)

    def aborts(self):
        os.abort()

    def hangs(self):
        time.sleep(600)


def seed_with(op, low=0, least_nodes=8):
    """The first seed of a graph with several nodes and the operator."""
    return next(seed for seed in range(low, low + 1000) if _has(generate(seed), op, least_nodes))


def _has(graph, op, least_nodes):
    return len(graph.nodes) >= least_nodes and any(node.op == op for node in graph.nodes)


def test_a_seed_is_a_graph():
    assert generate(7).text() == generate(7).text() != generate(8).text()


def test_operators_of_a_graph_are_those_named():
    """Graphs have the named operators, and others that the rows of these add around them."""
    named = {"SPLIT", "RESHAPE", "MUL"}
    graphs = [generate(seed, operators=tuple(sorted(named))) for seed in range(40)]
    made = collections.Counter(node.op for graph in graphs for node in graph.nodes)
    assert set(named) <= set(made)
    assert sum(made[op] for op in named) > 0.8 * made.total()


@pytest.mark.parametrize("op", sorted(ROWS))
def test_an_operator_alone_makes_a_graph(op):
    """One that moves no quantized tensor too, and one that only some kernels have."""
    assert op in {node.op for node in generate(1, quantized=True, operators=(op,)).nodes}


@pytest.mark.parametrize("taker", [GPU, CPU])
def test_layers_alone_make_graphs(taker):
    layers = ("BATCH_MATMUL", "CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED", "TRANSPOSE_CONV")
    made = {node.op for seed in range(12) for node in generate(seed, taker, operators=layers).nodes}
    assert set(layers) <= made


@pytest.fixture(scope="module")
def graphs():
    return [generate(seed) for seed in range(400)]


def test_every_row_is_made(graphs):
    assert {node.op for graph in graphs for node in graph.nodes} == set(ROWS)
    assert {len(tensor.shape) for graph in graphs for tensor in graph.tensors.values()} == set(range(7))
    assert all(2 <= len(graph.nodes) <= 25 for graph in graphs)


def test_quantized_tensors_are_of_all_scales_and_zero_points(graphs):
    tensors = [tensor for graph in graphs for tensor in graph.tensors.values() if tensor.quantization]
    of_one_scale = [tensor for tensor in tensors if not isinstance(tensor.quantization["scale"], list)]
    scales = [tensor.quantization["scale"] for tensor in of_one_scale]
    assert 2.0**-20 <= min(scales) < 2.0**-15 and 2.0**5 < max(scales) <= 2.0**10
    found = {(tensor.dtype, tensor.quantization["zero_point"]) for tensor in of_one_scale}
    assert {("int8", -128), ("int8", 0), ("int8", 127), ("uint8", 0), ("uint8", 128), ("uint8", 255)} <= found
    assert {"int8", "uint8", "int16"} <= {dtype for dtype, _ in found}


def test_what_takes_quantized_tensors_is_made(graphs):
    """Graphs have each operator that computes in integers, most that move them, and those between integers and floats."""
    taking = {node.op for graph in graphs for node in graph.nodes if any(t and t.quantization for t in graph.inputs_of(node))}
    moving = {op for op in ROWS if "int8" in moved_types(op)}
    # Most products of a random tensor's integers leave the type, so that few graphs have one; a test below covers it.
    rare = {"REDUCE_PROD"}
    computing = ({op for op in ROWS if stating_scales(op)} | {"DEQUANTIZE"}) - rare
    assert computing <= taking, f"no row chooses quantized tensors for {sorted(computing - taking)}"
    assert len(moving - taking) < len(moving) / 4, sorted(moving - taking)
    assert any(node.op == "QUANTIZE" for graph in graphs for node in graph.nodes)


def test_several_nodes_read_one_constant(graphs):
    """Constants of values are shared, and so are constants of axes or sizes."""
    read = collections.Counter((position, number) for position, graph in enumerate(graphs) for node in graph.nodes for number in {*node.inputs})
    several = [graphs[position].tensors[number] for (position, number), count in read.items() if number is not None and count > 1]
    shared = {tensor.dtype for tensor in several if tensor.kind == "constant"}
    assert {"float32", "int8", "int32"} <= shared


def test_a_tensor_stands_in_the_place_of_a_constant(graphs):
    """A tensor that is no constant may replace a constant, biases and slopes among them."""
    layers = [(graph, node) for graph in graphs for node in graph.nodes if node.op in ("CONV_2D", "FULLY_CONNECTED", "PRELU")]
    assert {graph.tensors[node.inputs[-1]].kind for graph, node in layers if node.inputs[-1] is not None} == {"constant", "input", "node"}


def factors_of(graph):
    """The operators whose results multiply the root of a normalization; "" for an operand that no node makes."""
    makers = {output: node.op for node in graph.nodes for output in node.outputs}
    products = [[makers.get(number, "") for number in node.inputs] for node in graph.nodes if node.op == "MUL"]
    return {pair[1 - pair.index("RSQRT")] for pair in products if "RSQRT" in pair}


@pytest.mark.parametrize("quantized", [False, True])
def test_normalizations_are_scaled_by_what_they_make(quantized):
    wanted, found = {"", "MEAN", "SQUARED_DIFFERENCE", "ADD", "RSQRT"}, set()
    for seed in range(1000):
        choice = Choice(np.random.default_rng(seed), Graph(), is_quantized=quantized)
        grow(choice, lambda choice=choice: patterns.choose(choice))
        found |= factors_of(choice.graph)
        if wanted <= found:
            break
    assert wanted <= found


def quantized_signatures():
    """(row, signature) for all signatures of quantized tensors on the CPU."""
    rows = [pair for resolver in (REFERENCE, DEFAULT) for pair in computing(CPU, resolver)]
    return [pytest.param(row, signature, id=f"{row.op}:{signature['name']}") for row, found in rows for signature in found]


def test_every_signature_that_states_scales_has_a_row():
    stating = {op for op in opset.records() if stating_scales(op, CPU)}
    assert stating - set(QUANTIZED) <= set(left_out.OPERATORS), "rows/quantized_*.py has no line, nor rows/left_out.py"


@pytest.mark.parametrize("row, signature", quantized_signatures())
def test_every_type_of_a_signature_is_made(row, signature):
    """Graphs of one node have each type that the first quantized operand may have."""
    position = {"TRANSPOSE_CONV": 1, "EMBEDDING_LOOKUP": 1}.get(row.op, 0)
    wanted, found = set(signature["inputs"][position]["types"]) - {"uint4"}, set()
    for seed in range(400):
        graph = Graph(resolver=row.resolver, taker=CPU)
        choice = Choice(np.random.default_rng(seed), graph, is_quantized=True, taker=CPU)
        grow(choice, lambda choice=choice: row.choose(choice, signature))
        found |= {graph.tensors[node.inputs[position]].dtype for node in graph.nodes if node.op == row.op}
        if found == wanted:
            break
    assert found == wanted


def test_a_smaller_filter_has_the_scales_of_its_channels():
    filters = Tensor("int8", "constant", [np.zeros((6, 1, 1, 2), np.int8)] * SETS, quantization=per_channel(range(1, 7), 0))
    graph = Graph({0: filters})
    narrowed = [candidate.tensors[0] for candidate in shrinker.candidates(graph)]
    assert {tensor.shape[0]: len(tensor.quantization["scale"]) for tensor in narrowed} == {1: 1, 3: 3, 5: 5, 6: 6}


def exact_runs(graph):
    """A subject with the expected results."""
    runs = iter([0, *range(1, SETS), 0])
    return lambda inputs: [graph.tensors[number].values[run] for run in [next(runs)] for number in graph.outputs]


def test_right_results_pass():
    graph = generate(3)
    check_runs(graph, exact_runs(graph))


@pytest.mark.parametrize("dtype", ["float32", "int32", "bool", "int8"])
def test_a_wrong_value_is_found(dtype):
    graph = next(g for g in map(generate, range(100)) if dtype in {g.tensors[number].dtype for number in g.outputs})
    position = [graph.tensors[number].dtype for number in graph.outputs].index(dtype)
    tensor, right = graph.tensors[graph.outputs[position]], exact_runs(graph)

    def run(inputs):
        results = [values.copy() for values in right(inputs)]
        flat = results[position].reshape(-1)
        flat[-1] = flat[-1] + max(1e-6, 2 * max(tensor.errors)) if dtype == "float32" else flat[-1] ^ 1
        results[position] = flat.reshape(results[position].shape)
        return results

    with pytest.raises(Mismatch):
        check_runs(graph, run)


def _changes(graph):
    return any(np.any(tensor.values[0] != tensor.values[1]) for tensor in map(graph.tensors.get, graph.outputs))


def test_what_a_run_leaves_behind_is_found():
    graph = next(g for g in map(generate, range(100)) if _changes(g))
    sets = iter([0, 1, 1])
    with pytest.raises(Mismatch, match="after one of others"):
        check_runs(graph, lambda inputs: [graph.tensors[n].values[s] for s in [next(sets)] for n in graph.outputs])


def test_a_failure_shrinks_to_the_node_that_causes_it(tmp_path):
    seed = seed_with(CAUSE)
    args = argparse.Namespace(limit=60, shrink_seconds=100, out=tmp_path)
    graph, _ = smallest(generate(seed), Wrong(CAUSE, "differs"), Failure("mismatch", ""), args)
    assert [node.op for node in graph.nodes] == [CAUSE]
    assert all(dim == 1 for number in graph.of_kind("input") for dim in graph.tensors[number].shape)
    oracle.evaluate(graph, ROWS)


def test_a_crash_and_a_hang_are_failures_with_names(tmp_path):
    seed = seed_with(CAUSE)
    for how, kind in (("aborts", "crash"), ("hangs", "hang")):
        worker = Worker(Wrong(CAUSE, how), limit=5)
        assert worker.run(seed).failure.kind == kind
        without = next(other for other in range(1000) if not _has(generate(other), CAUSE, 1))
        assert worker.run(without).failure is None
        assert worker.close() is None


def test_a_crash_at_the_end_is_a_failure():
    worker = Worker(Wrong("", "ends_badly"), limit=5)
    assert worker.run(0).failure is None
    assert worker.close().kind == "crash"


def test_the_smallest_graph_is_written(tmp_path):
    seed = seed_with(CAUSE)
    args = argparse.Namespace(limit=60, shrink_seconds=100, out=pathlib.Path(tmp_path))
    text = write_smallest(Wrong(CAUSE, "differs"), seed, Failure("mismatch", ""), args)
    folder = tmp_path / f"seed_{seed}"
    assert f"= {CAUSE}(" in text and f"= {CAUSE}(" in (folder / "graph.txt").read_text()
    assert (folder / "model.tflite").stat().st_size > 0 and (folder / "run1_output_0.npy").is_file()
