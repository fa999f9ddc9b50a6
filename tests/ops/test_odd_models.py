"""Models whose nodes no delegate can replace, though an interpreter runs them in the order of the file. Also nodes with
numbers of operands that their operators do not have. The delegate leaves them alone and says why."""

import numpy as np
import pytest

import harness
from model_builder import ModelBuilder

ROW = np.array([[1, -2, 3]], np.float32)


def in_place():
    """A node reads and writes one tensor."""
    graph = ModelBuilder()
    main = graph.subgraph()
    x = main.input([1, 3])
    y = main.node("NEG", [x], [1, 3])
    main.op("ABS", [y], [y])
    main.outputs(y)
    return graph, "node 0 and node 1 both write tensor 1"


def input_in_place():
    """The input of the graph is written by the node that reads it."""
    graph = ModelBuilder()
    main = graph.subgraph()
    x = main.input([1, 3])
    main.op("NEG", [x], [x])
    main.outputs(main.node("ABS", [x], [1, 3]))
    return graph, "node 0 reads and writes tensor 0"


def input_overwritten():
    """An input of the graph is written after a node has read it."""
    graph = ModelBuilder()
    main = graph.subgraph()
    x = main.input([1, 3])
    y = main.node("NEG", [x], [1, 3])
    main.op("ABS", [y], [x])
    main.outputs(main.node("ADD", [x, y], [1, 3]))
    return graph, "node 0 reads tensor 0 before node 1 writes it"


def written_twice():
    graph = ModelBuilder()
    main = graph.subgraph()
    x = main.input([1, 3])
    y = main.node("NEG", [x], [1, 3])
    z = main.node("ABS", [y], [1, 3])
    main.op("ADD", [x, z], [y])
    main.outputs(main.node("MUL", [y, z], [1, 3]))
    return graph, "node 0 and node 2 both write tensor 1"


def unsorted():
    """A node comes before the producer of its input."""
    graph = ModelBuilder()
    main = graph.subgraph()
    x = main.input([1, 3])
    y = main.tensor([1, 3])
    z = main.node("ABS", [y], [1, 3])
    main.op("NEG", [x], [y])
    main.outputs(y, z)
    return graph, "node 0 reads tensor 1 before node 1 writes it"


ORDERS = {make.__name__: make for make in (in_place, input_in_place, input_overwritten, written_twice, unsorted)}


def results(delegates, model, tmp_path, **kwargs):
    path = tmp_path / "model.tflite"
    path.write_bytes(model.serialize())
    interpreter = harness.interpreter_of(path, **kwargs)
    harness.set_shapes(interpreter, [ROW])
    return harness.run(interpreter, [ROW])


@pytest.mark.parametrize("strict", [0, 1])
@pytest.mark.parametrize("name", ORDERS)
def test_a_graph_that_is_in_no_order_stays_with_the_interpreter(name, strict, delegates, tmp_path):
    model, diagnostic = ORDERS[name]()
    delegate = delegates.create(backend="reference", strict=strict)
    mine = results(delegates, model, tmp_path, experimental_delegates=[delegate])
    theirs = results(delegates, model, tmp_path)
    # A tensor that is read before it is computed has an undefined value.
    compared = 1 if name == "unsorted" else len(theirs)
    assert [values.tobytes() for values in mine[:compared]] == [values.tobytes() for values in theirs[:compared]]
    nodes = delegates.report().nodes()
    assert {(node["delegated"], node["reason_code"]) for node in nodes} == {(False, "NODE_ORDER")}
    assert {node["reason"] for node in nodes} == {diagnostic}


def counted(op_name, inputs, outputs, **kwargs):
    """A model of one node with these inputs and outputs, each given by shape and type."""
    model = ModelBuilder()
    main = model.subgraph()
    ids = [main.input(shape, dtype) for shape, dtype in inputs]
    written = [main.tensor(shape, dtype) for shape, dtype in outputs]
    main.op(op_name, ids, written, **kwargs)
    main.outputs(*written)
    return model


DETECTION = dict(flexbuffer=dict(max_detections=2, max_classes_per_detection=1, num_classes=2, y_scale=1.0, x_scale=1.0,
                                 h_scale=1.0, w_scale=1.0, nms_iou_threshold=0.5, nms_score_threshold=0.0))
ROWS = [((1, 4, 4), "float32"), ((1, 4, 3), "float32"), ((4, 4), "float32")]
# Without the delegate the interpreter crashes on each of these or refuses it; with the delegate it must refuse.
COUNTS = {
    "detection_three": counted("TFLite_Detection_PostProcess", ROWS, [((1,), "float32")] * 3, custom_options=DETECTION),
    "rng_one": counted("STABLEHLO_RNG_BIT_GENERATOR", [((2,), "uint64")], [((2,), "uint64")], algorithm="THREEFRY"),
    "topk_one": counted("TOPK_V2", [((4,), "float32"), ((), "int32")], [((2,), "float32")]),
    "unique_one": counted("UNIQUE", [((4,), "float32")], [((4,), "float32")], idxOutType=2),
    "neg_two": counted("NEG", [((1, 3), "float32")], [((1, 3), "float32")] * 2),
    "segment_sum_two": counted("SEGMENT_SUM", [((3,), "float32"), ((3,), "int32")], [((2,), "float32")] * 2),
}


@pytest.mark.parametrize("name", COUNTS)
def test_a_count_that_the_operator_does_not_have_is_left_alone(name, delegates, tmp_path):
    path = tmp_path / "model.tflite"
    path.write_bytes(COUNTS[name].serialize())
    delegate = delegates.create(backend="reference")
    with pytest.raises((RuntimeError, ValueError)):
        harness.interpreter_of(path).allocate_tensors()
    with pytest.raises((RuntimeError, ValueError)) as raised:
        harness.interpreter_of(path, experimental_delegates=[delegate]).allocate_tensors()
    assert "NumOutputs" in str(raised.value)
    assert [node["delegated"] for node in delegates.report().nodes()] == [False]
