"""Compares litevk.Interpreter with ai_edge_litert's interpreter, whose interface it has."""

import gc
import threading

import ai_edge_litert.interpreter as litert

import numpy as np
import pytest

import litevk
from conftest import GPU, same
from graph_builder import dim_of, int_scalar, open_input, packed, shape_of
from model_builder import ModelBuilder
from compared_interpreters import make  # noqa: F401


def test_details_are_those_of_tflite(model):
    theirs, mine = litert.Interpreter(str(model)), litevk.Interpreter(str(model), **GPU)
    same(mine.get_input_details(), theirs.get_input_details())
    same(mine.get_output_details(), theirs.get_output_details())
    same(mine.get_tensor_details(), theirs.get_tensor_details())
    assert mine.get_signature_list() == theirs.get_signature_list()
    assert mine.num_subgraphs() == theirs.num_subgraphs()


def test_runs_resizes_and_views(make, sum_model):
    interpreter = make(model_content=sum_model, num_threads=2)
    (x,), (y,) = interpreter.get_input_details(), interpreter.get_output_details()
    interpreter.resize_tensor_input(x["index"], [2, 3], strict=True)
    interpreter.allocate_tensors()
    interpreter.set_tensor(x["index"], np.ones((2, 3), np.float32))
    interpreter.invoke()
    assert interpreter.get_tensor(y["index"]).tolist() == [[2] * 3] * 2
    into, out = interpreter.tensor(x["index"]), interpreter.tensor(y["index"])
    into()[:] = 5
    interpreter.invoke()
    assert out().tolist() == [[10] * 3] * 2
    copy = interpreter.get_tensor(y["index"])
    into()[:] = 1
    interpreter.invoke()
    assert copy[0, 0] == 10, "a copy stays as it was"
    assert interpreter.reset_all_variables() in (None, True)


def test_an_array_on_a_tensor_forbids_to_run(make, sum_model):
    interpreter = make(model_content=sum_model)
    interpreter.allocate_tensors()
    view = interpreter.tensor(0)()
    part = view[:, 1:]
    del view
    for call in (interpreter.invoke, interpreter.allocate_tensors):
        with pytest.raises(RuntimeError, match="reference to internal data"):
            call()
    with pytest.raises(RuntimeError, match="reference to internal data"):
        interpreter.resize_tensor_input(0, [2, 3])
    del part
    gc.collect()
    interpreter.invoke()


def test_an_array_on_a_constant_cannot_be_written():
    builder = ModelBuilder()
    graph = builder.subgraph()
    constant = graph.constant([1.0, 2.0])
    graph.outputs(graph.node("ADD", [graph.input([2]), constant], [2]))
    interpreter = litevk.Interpreter(model_content=builder.serialize(), **GPU)
    interpreter.allocate_tensors()
    view = interpreter.tensor(constant)()
    assert view.tolist() == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 3


def test_an_array_outlives_its_interpreter(sum_model):
    interpreter = litevk.Interpreter(model_content=sum_model, **GPU)
    interpreter.allocate_tensors()
    view = interpreter.tensor(0)()
    del interpreter
    gc.collect()
    view[:] = 3
    assert view.sum() == 9


def test_the_bytes_of_a_model_are_kept(sum_model):
    interpreter = litevk.Interpreter(model_content=bytes(bytearray(sum_model)), **GPU)
    gc.collect()
    interpreter.allocate_tensors()
    interpreter.invoke()


def test_the_bytes_of_a_model_may_be_an_array(sum_model):
    for content in (np.frombuffer(sum_model, np.uint8), memoryview(sum_model), bytearray(sum_model)):
        assert litevk.Interpreter(model_content=content, experimental_delegates=[]).get_input_details()[0]["name"] == "x"
    with pytest.raises(TypeError, match="model_content: expected the bytes of a model, found list"):
        litevk.Interpreter(model_content=[1, 2])


def test_signatures_run_by_name(make, sum_model):
    interpreter = make(model_content=sum_model)
    assert interpreter.get_signature_list() == {"double": {"inputs": ["x0"], "outputs": ["y0"]}}
    double = interpreter.get_signature_runner()
    for rows in (1, 4, 4):
        values = np.arange(rows * 3, dtype=np.float32).reshape(rows, 3)
        assert np.array_equal(double(x0=values)["y0"], values * 2)
    assert double.get_input_details()["x0"]["shape"].tolist() == [4, 3]
    assert double.get_output_details()["y0"]["dtype"] is np.float32


def test_a_signature_may_have_a_subgraph_of_its_own(make):
    builder = ModelBuilder()
    for name, op in (("first", "ADD"), ("second", "MUL")):
        graph = builder.subgraph(name)
        x = graph.input([2])
        graph.outputs(graph.node(op, [x, x], [2]))
    builder.signature("sum", 0)
    builder.signature("square", 1)
    interpreter = make(model_content=builder.serialize())
    values = np.array([3, 4], np.float32)
    assert interpreter.get_signature_runner("square")(x0=values)["y0"].tolist() == [9, 16]
    assert interpreter.get_signature_runner("sum")(x0=values)["y0"].tolist() == [6, 8]
    assert [details["index"] for details in interpreter.get_tensor_details(1)] == [0, 1]
    with pytest.raises(ValueError):
        interpreter.get_signature_runner()


def test_strings_and_scalars(make):
    builder = ModelBuilder()
    graph = builder.subgraph()
    text = graph.input([2], "string")
    number = graph.input([], "int32")
    graph.outputs(graph.node("RESHAPE", [text], [2, 1], dtype="string", newShape=[2, 1]))
    graph.outputs(graph.node("ADD", [number, number], [], dtype="int32"))
    interpreter = make(model_content=builder.serialize())
    interpreter.allocate_tensors()
    interpreter.set_tensor(text, np.array(["plain", "zero\0within"]))
    interpreter.set_tensor(number, np.array(21, np.int32))
    interpreter.invoke()
    strings, doubled = (interpreter.get_tensor(details["index"]) for details in interpreter.get_output_details())
    assert strings.tolist() == [[b"plain"], [b"zero\0within"]]
    assert doubled.shape == () and doubled == 42


def test_intermediate_tensors_are_preserved_on_request(sum_model):
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([2])
    middle = graph.node("ADD", [x, x], [2])
    graph.outputs(graph.node("MUL", [middle, middle], [2]))
    interpreter = litevk.Interpreter(
        model_content=builder.serialize(), experimental_delegates=[], experimental_preserve_all_tensors=True
    )
    interpreter.allocate_tensors()
    interpreter.set_tensor(x, np.array([1, 2], np.float32))
    interpreter.invoke()
    assert interpreter.get_tensor(middle).tolist() == [2, 4]
    assert [op["op_name"] for op in interpreter._get_ops_details()] == ["ADD", "MUL"]


def test_intermediate_tensors_whose_dims_are_counted():
    """A partition that fills as many elements as a RANGE has numbers, and holds nothing of the input that they follow from."""
    builder = ModelBuilder()
    g = builder.subgraph()
    x = open_input(g, [-1, 3])
    count = dim_of(g, shape_of(g, x, 2), 0)
    rows = g.node("RESHAPE", [g.node("RELU", [x], [1, 3]), packed(g, [count, int_scalar(g, 3)])], [1, 3])
    numbers = g.node("RANGE", [int_scalar(g, 0), count, int_scalar(g, 1)], [1], dtype="int32")
    twos = g.node("FILL", [shape_of(g, numbers, 1), g.constant(np.float32(2))], [1])
    column = g.node("RESHAPE", [twos, g.constant([-1, 1], "int32")], [1, 1])
    g.outputs(g.node("MUL", [rows, column], [1, 3]))
    delegate = litevk.delegate(allow_cpu_device=True, partition_policy="all")
    content = builder.serialize()
    interpreters = (litert.Interpreter(model_content=content, experimental_delegates=[delegate], experimental_preserve_all_tensors=True),
                    litevk.Interpreter(model_content=content, **{**GPU, "partition_policy": "all"}, experimental_preserve_all_tensors=True))
    for interpreter in interpreters:
        for batch in (1, 4):
            interpreter.resize_tensor_input(0, [batch, 3])
            interpreter.allocate_tensors()
            interpreter.set_tensor(0, np.ones((batch, 3), np.float32))
            interpreter.invoke()
            assert np.array_equal(interpreter.get_tensor(interpreter.get_output_details()[0]["index"]), np.full((batch, 3), 2))


def test_what_tflites_module_and_class_have(sum_model):
    """litevk has the public names of TFLite's module and class, and the two private methods that programs call."""
    defined = {name for name, value in vars(litert).items() if getattr(value, "__module__", "") == litert.__name__}
    assert {name for name in defined if not name.startswith("_")} <= set(vars(litevk))
    methods = {name for name in vars(litert.Interpreter) if not name.startswith("_")} | {"_get_op_details", "_get_ops_details"}
    assert methods <= set(dir(litevk.Interpreter(model_content=sum_model)))


def test_nodes_are_told_as_tflite_tells_them(sum_model):
    mine = litevk.Interpreter(model_content=sum_model, experimental_delegates=[])
    theirs = litert.InterpreterWithCustomOps(model_content=sum_model)
    same(mine._get_ops_details(), theirs._get_ops_details())
    same(mine._get_op_details(0), theirs._get_op_details(0))
    with pytest.raises(IndexError, match="no node 1 runs"):
        mine._get_op_details(1)


def test_registerers_of_custom_operators_are_accepted(sum_model):
    made = litevk.InterpreterWithCustomOps(custom_op_registerers=["AddMyOps"], model_content=sum_model, **GPU)
    assert isinstance(made, litevk.Interpreter)
    made.allocate_tensors()


def test_threads_run_interpreters_of_their_own(sum_model):
    failures = []

    def work(value):
        interpreter = litevk.Interpreter(model_content=sum_model, **GPU)
        interpreter.allocate_tensors()
        for _ in range(20):
            interpreter.set_tensor(0, np.full((1, 3), value, np.float32))
            interpreter.invoke()
            if interpreter.get_tensor(1).tolist() != [[2 * value] * 3]:
                failures.append(value)

    threads = [threading.Thread(target=work, args=(value,)) for value in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_other_threads_go_on_while_one_invokes(models):
    """A thread counts each millisecond while the main thread is in invoke(). With Python's lock held, it would count once for each."""
    model = next(models.rglob("face_landmark_with_attention.tflite"))
    interpreter = litevk.Interpreter(model, experimental_delegates=[])
    interpreter.allocate_tensors()
    counts = [0]
    stop = threading.Event()

    def count():
        while not stop.wait(0.001):
            counts[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    runs = 20
    before = counts[0]
    for _ in range(runs):
        interpreter.invoke()
    counted = counts[0] - before
    stop.set()
    thread.join()
    assert counted > 2 * runs


def test_the_delegate_takes_no_model():
    with pytest.raises(TypeError, match="takes options alone, found 'm.tflite': a model is for the interpreter"):
        litevk.delegate("m.tflite")
