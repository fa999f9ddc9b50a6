"""Compares litevk.Interpreter with ai_edge_litert's interpreter, whose interface it has."""

import copy
import gc
import os
import pickle
import re
import subprocess
import sys
import threading

import ai_edge_litert.interpreter as litert
import numpy as np
import pytest

import litevk
from conftest import GPU, same
from graph_builder import dim_of, int_scalar, open_input, packed, shape_of
from litevk._native import DELEGATE_LIBRARY
from model_builder import ModelBuilder

FACTORIES = {"litert": litert.Interpreter, "litevk": lambda **kwargs: litevk.Interpreter(**kwargs, **GPU)}


@pytest.fixture(params=FACTORIES)
def make(request):
    """The interpreter of each package, for tests that both must pass."""
    return FACTORIES[request.param]


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


def _open_dim_only(interpreter):
    interpreter.resize_tensor_input(0, [1, 4], strict=True)


MISTAKES = {
    "no model": (ValueError, lambda make, model: make()),
    "two models": (ValueError, lambda make, model: make(model_path="x", model_content=model)),
    "no such file": (ValueError, lambda make, model: make(model_path="/no/such.tflite")),
    "not a model": (ValueError, lambda make, model: make(model_content=b"no model at all")),
    "threads as text": (ValueError, lambda make, model: make(model_content=model, num_threads="2")),
    "no thread": (ValueError, lambda make, model: make(model_content=model, num_threads=0)),
    "invoke too early": (RuntimeError, lambda make, model: make(model_content=model).invoke()),
    "set too early": (ValueError, lambda make, model: make(model_content=model).set_tensor(0, ONES)),
    "get too early": (ValueError, lambda make, model: make(model_content=model).get_tensor(0)),
    "other type": (ValueError, lambda make, model: ready(make, model).set_tensor(0, ONES.astype(np.float64))),
    "other shape": (ValueError, lambda make, model: ready(make, model).set_tensor(0, ONES[0])),
    "no such tensor": (ValueError, lambda make, model: ready(make, model).get_tensor(99)),
    "negative tensor": (ValueError, lambda make, model: ready(make, model).get_tensor(-1)),
    "no such subgraph": (ValueError, lambda make, model: ready(make, model).get_tensor_details(7)),
    "strict resize": (RuntimeError, lambda make, model: _open_dim_only(make(model_content=model))),
    "dims as floats": (ValueError, lambda make, model: ready(make, model).resize_tensor_input(0, 3)),
    "no such signature": (ValueError, lambda make, model: ready(make, model).get_signature_runner("no")),
    "too few inputs": (ValueError, lambda make, model: ready(make, model).get_signature_runner()()),
    "another input": (ValueError, lambda make, model: ready(make, model).get_signature_runner()(no=ONES)),
}
ONES = np.ones((1, 3), np.float32)


def ready(make, model):
    interpreter = make(model_content=model)
    interpreter.allocate_tensors()
    return interpreter


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_raise_what_tflite_raises(make, mistake, sum_model):
    error, call = MISTAKES[mistake]
    with pytest.raises(error) as raised:
        call(make, sum_model)
    assert str(raised.value)


def test_bytes_and_paths_that_are_exchanged(sum_model, tmp_path):
    with pytest.raises(ValueError, match="these are the bytes of a model: pass model_content="):
        litevk.Interpreter(sum_model)
    with pytest.raises(ValueError, match="these are the bytes of a model: pass model_content="):
        litevk.Interpreter(bytearray(sum_model))
    with pytest.raises(ValueError, match="this is the path of a model: pass model_path="):
        litevk.Interpreter(model_content=tmp_path / "model.tflite")
    for function in (litevk.report, litevk.benchmark):
        with pytest.raises(ValueError, match=f"these are the bytes of a model: {function.__name__}.. takes the path"):
            function(sum_model)
    path = tmp_path / "model.tflite"
    path.write_bytes(sum_model)
    litevk.Interpreter(os.fsencode(path), experimental_delegates=[])  # a path of bytes stays a path


def test_a_delegate_without_a_list():
    with pytest.raises(TypeError, match=r"experimental_delegates is a list: write experimental_delegates=\[delegate\]"):
        litevk.Interpreter("model.tflite", experimental_delegates=litevk.load_delegate(litevk._native.DELEGATE_LIBRARY))


@pytest.mark.parametrize("delegates", ["vulkan", ["liblitevk.so"]])
def test_what_is_no_delegate(delegates):
    with pytest.raises(TypeError, match=r"experimental_delegates: expected delegates of litevk.delegate\(\) or load_delegate\(\)"):
        litevk.Interpreter("model.tflite", experimental_delegates=delegates)


@pytest.mark.parametrize("wrong, meant", [("model", "model_path"), ("delegates", "experimental_delegates"), ("device", "device_id")])
def test_an_argument_that_there_is_not_is_answered_with_the_one_that_was_meant(wrong, meant):
    with pytest.raises(TypeError, match=rf"Interpreter\(\) got an unexpected option '{wrong}'; did you mean '{meant}'?"):
        litevk.Interpreter(**{wrong: "model.tflite"})


def test_the_bytes_of_a_model_may_be_an_array(sum_model):
    for content in (np.frombuffer(sum_model, np.uint8), memoryview(sum_model), bytearray(sum_model)):
        assert litevk.Interpreter(model_content=content, experimental_delegates=[]).get_input_details()[0]["name"] == "x"
    with pytest.raises(TypeError, match="model_content: expected the bytes of a model, found list"):
        litevk.Interpreter(model_content=[1, 2])


@pytest.mark.parametrize("wrong, found", [({"index": 0}, "dict"), ("x", "str"), (ONES, "ndarray"), (0.0, "float")])
def test_what_is_no_index_of_a_tensor(wrong, found, sum_model):
    interpreter = ready(litevk.Interpreter, sum_model)
    for call in (lambda: interpreter.set_tensor(wrong, ONES), lambda: interpreter.get_tensor(wrong),
                 lambda: interpreter.tensor(wrong), lambda: interpreter.resize_tensor_input(wrong, [1, 3])):
        with pytest.raises(TypeError, match=rf'expected the index of a tensor, as details\["index"\] of .*, found {found}'):
            call()


def test_running_too_early_says_what_comes_first(sum_model):
    with pytest.raises(RuntimeError, match="not ready: allocate its tensors first"):
        litevk.Interpreter(model_content=sum_model, experimental_delegates=[]).invoke()


def test_a_delegate_that_was_not_made_goes_in_silence():
    with pytest.raises(TypeError):
        litevk.Delegate()
    # The object that such a call leaves. Python would only print an error of its __del__, so the test calls that.
    litevk.Delegate.__new__(litevk.Delegate).__del__()


def test_a_resized_input_is_named():
    builder = ModelBuilder()
    graph = builder.subgraph()
    x, y = graph.input([2, 3], name="x"), graph.input([2, 3], name="y")
    graph.outputs(graph.node("ADD", [x, y], [2, 3]))
    interpreter = litevk.Interpreter(model_content=builder.serialize(), experimental_delegates=[])
    interpreter.resize_tensor_input(0, [2, 5])
    said = "^input 0 'x' was resized from 2x3 to 2x5, which the model does not take: ."
    with pytest.raises(RuntimeError, match=said):
        interpreter.allocate_tensors()
    interpreter.resize_tensor_input(1, [7])
    said = "^input 0 'x' was resized from 2x3 to 2x5, input 1 'y' was resized from 2x3 to 7, which the model "
    with pytest.raises(RuntimeError, match=said):
        interpreter.allocate_tensors()


BEYOND = [-1, -(2**31), -(2**40), 99, 2**31, 2**32, 2**32 + 1, 2**40, 2**64, 2**70]
INDEXED = {
    "get_tensor": lambda interpreter, index: interpreter.get_tensor(index),
    "get_tensor of a subgraph": lambda interpreter, index: interpreter.get_tensor(0, index),
    "set_tensor": lambda interpreter, index: interpreter.set_tensor(index, ONES),
    "tensor": lambda interpreter, index: interpreter.tensor(index),
    "get_tensor_details": lambda interpreter, index: interpreter.get_tensor_details(index),
    "resize_tensor_input": lambda interpreter, index: interpreter.resize_tensor_input(index, [1, 3]),
    "resize_tensor_input to strict": lambda interpreter, index: interpreter.resize_tensor_input(index, [1, 3], strict=True),
    "dims": lambda interpreter, index: ready_after_resize(interpreter, index),
}


def ready_after_resize(interpreter, dim):
    interpreter.resize_tensor_input(0, [dim if dim != 99 else -99, 3])
    interpreter.allocate_tensors()


@pytest.mark.parametrize("index", BEYOND)
@pytest.mark.parametrize("call", INDEXED)
def test_no_index_beyond_the_range_is_taken_for_another(call, index, sum_model):
    interpreter = ready(litevk.Interpreter, sum_model)
    with pytest.raises((IndexError, ValueError, RuntimeError)) as raised:
        INDEXED[call](interpreter, index)
    assert str(raised.value)
    if call in ("get_tensor", "set_tensor", "tensor"):
        assert isinstance(raised.value, IndexError)
        assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize("threads", [2**31, 2**32 + 1, 2**40])
def test_threads_beyond_the_range_are_refused(threads, sum_model):
    with pytest.raises(ValueError, match=f"found {threads}"):
        litevk.Interpreter(model_content=sum_model, num_threads=threads)


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


def test_an_operator_that_nobody_has_fails_at_the_same_place(make):
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([2])
    graph.outputs(graph.node("CUSTOM:NoSuchOperator", [x], [2]))
    interpreter = make(model_content=builder.serialize())
    with pytest.raises(RuntimeError, match="NoSuchOperator"):
        interpreter.allocate_tensors()
        interpreter.invoke()


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
    """A thread counts while the main thread is in invoke(). The count would stop if invoke() held Python's lock."""
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
    before = counts[0]
    interpreter.invoke()
    counted = counts[0] - before
    stop.set()
    thread.join()
    assert counted > 5


def test_what_is_no_path_is_told(tmp_path):
    array = np.zeros(4, np.float32)
    with pytest.raises(TypeError, match="expected the path of a .tflite file, found ndarray; .*pass model_content="):
        litevk.Interpreter(array)
    for function in (litevk.report, litevk.benchmark, lambda path: litevk.convert(path, tmp_path / "m.onnx")):
        with pytest.raises(TypeError, match=r"expected the path of a .tflite file, found ndarray; .*\(\) takes the path of a file"):
            function(array)


def test_the_delegate_takes_no_model():
    with pytest.raises(TypeError, match="takes options alone, found 'm.tflite': a model is for the interpreter"):
        litevk.delegate("m.tflite")


def test_objects_of_a_process_are_not_copied(sum_model):
    interpreter = litevk.Interpreter(model_content=sum_model, **GPU)
    delegate = litevk.load_delegate(DELEGATE_LIBRARY)
    for thing in (interpreter, interpreter.get_signature_runner(), delegate):
        for copied in (copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="cannot be copied or pickled: make one in each process and each thread"):
                copied(thing)


def test_numbers_in_the_other_order_of_bytes_are_told(sum_model):
    interpreter = litevk.Interpreter(model_content=sum_model, **GPU)
    interpreter.allocate_tensors()
    with pytest.raises(ValueError, match=r"the value has big-endian numbers: value.astype\('float32'\) turns them"):
        interpreter.set_tensor(0, ONES.astype(">f4"))


def test_what_is_no_list_and_no_mapping(sum_model):
    with pytest.raises(TypeError, match=r"custom_op_libraries is a list: write custom_op_libraries=\['ops.so'\]"):
        litevk.Interpreter(model_content=sum_model, custom_op_libraries="ops.so")
    with pytest.raises(TypeError, match="options: expected values by key, .*, found "):
        litevk.load_delegate(DELEGATE_LIBRARY, ["allow_cpu_device=1"])


@pytest.mark.parametrize("value, sentence", [
    (ONES.astype(np.float64), "the value is of type float64, the tensor's is float32: value.astype('float32') has it"),
    (ONES.tolist(), "the value is of type float64, the tensor's is float32: value.astype('float32') has it"),
    (ONES[0], "the value has the shape (3,), the tensor (1, 3): value[np.newaxis] has it"),
    (np.ones((2, 3), np.float32), "the value has the shape (2, 3), the tensor (1, 3): resize_tensor_input() gives an input other dims"),
    ("cat.jpg", "expected numbers of type float32, found str"),
    (["cat.jpg"], "expected numbers of type float32, found str"),
    (None, "expected numbers of type float32, found NoneType"),
    (ONES.astype(object), "expected numbers of type float32, found object"),
])
def test_a_value_that_does_not_fit_is_told_with_the_remedy(value, sentence, sum_model):
    interpreter = litevk.Interpreter(model_content=sum_model, experimental_delegates=[])
    interpreter.allocate_tensors()
    with pytest.raises(ValueError, match=re.escape(f"Cannot set tensor 0 'x': {sentence}") + "$"):
        interpreter.set_tensor(0, value)


def test_a_signature_says_how_it_is_called(sum_model):
    run = litevk.Interpreter(model_content=sum_model, experimental_delegates=[]).get_signature_runner()
    name = next(iter(run.get_input_details()))
    with pytest.raises(TypeError, match=f"inputs are given by name: {name}=..."):
        run(ONES)
    for value in (None, "cat.jpg"):
        with pytest.raises(ValueError, match="expected numbers of type float32, found"):
            run(**{name: value})
    assert run(**{name: ONES})


def test_a_dim_below_0_is_no_size(sum_model):
    interpreter = litevk.Interpreter(model_content=sum_model, experimental_delegates=[])
    with pytest.raises(RuntimeError, match=r"tensor_size \[-1, 3\] has a dim below 0: expected the sizes of the next run"):
        interpreter.resize_tensor_input(0, [-1, 3])


def test_open_dims_that_nobody_set_are_named():
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([1, 1, 1, 3], signature=[1, -1, -1, 3], name="x")
    options = {"padding": 1, "strideW": 1, "strideH": 1, "filterWidth": 4, "filterHeight": 4}
    graph.outputs(graph.node("AVERAGE_POOL_2D", [x], [1, 1, 1, 3], **options))
    interpreter = litevk.Interpreter(model_content=builder.serialize(), experimental_delegates=[])
    with pytest.raises(RuntimeError, match=r"input 0 'x' leaves dims open and is 1x1x1x3 as .*; resize_tensor_input\(\) does"):
        interpreter.allocate_tensors()
    interpreter.resize_tensor_input(0, [1, 8, 8, 3])
    interpreter.allocate_tensors()


def test_a_warning_is_said_once_a_process():
    make = "litevk.Interpreter(litevk.example.MODEL).allocate_tensors()"
    process = subprocess.run([sys.executable, "-c", f"import litevk, litevk.example\nfor _ in range(3): {make}"],
                             capture_output=True, text=True, check=True)
    assert process.stderr.count("is a CPU driver; set allow_cpu_device=1") == 1, process.stderr
