"""The Python interpreter: what is refused, and in which words."""

import copy
import os
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest

import litevk
from conftest import GPU
from litevk._native import DELEGATE_LIBRARY
from model_builder import ModelBuilder
from compared_interpreters import make  # noqa: F401


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


def test_an_operator_that_nobody_has_fails_at_the_same_place(make):
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([2])
    graph.outputs(graph.node("CUSTOM:NoSuchOperator", [x], [2]))
    interpreter = make(model_content=builder.serialize())
    with pytest.raises(RuntimeError, match="NoSuchOperator"):
        interpreter.allocate_tensors()
        interpreter.invoke()


def test_what_is_no_path_is_told(tmp_path):
    array = np.zeros(4, np.float32)
    with pytest.raises(TypeError, match="expected the path of a .tflite file, found ndarray; .*pass model_content="):
        litevk.Interpreter(array)
    for function in (litevk.report, litevk.benchmark, lambda path: litevk.convert(path, tmp_path / "m.onnx")):
        with pytest.raises(TypeError, match=r"expected the path of a .tflite file, found ndarray; .*\(\) takes the path of a file"):
            function(array)


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


@pytest.mark.parametrize("value, diagnostic", [
    (ONES.astype(np.float64), "the value is of type float64, the tensor's is float32: value.astype('float32') has it"),
    (ONES.tolist(), "the value is of type float64, the tensor's is float32: value.astype('float32') has it"),
    (ONES[0], "the value has the shape (3,), the tensor (1, 3): value[np.newaxis] has it"),
    (np.ones((2, 3), np.float32), "the value has the shape (2, 3), the tensor (1, 3): resize_tensor_input() gives an input other dims"),
    ("cat.jpg", "expected numbers of type float32, found str"),
    (["cat.jpg"], "expected numbers of type float32, found str"),
    (None, "expected numbers of type float32, found NoneType"),
    (ONES.astype(object), "expected numbers of type float32, found object"),
])
def test_a_value_that_does_not_fit_is_told_with_the_remedy(value, diagnostic, sum_model):
    interpreter = litevk.Interpreter(model_content=sum_model, experimental_delegates=[])
    interpreter.allocate_tensors()
    with pytest.raises(ValueError, match=re.escape(f"Cannot set tensor 0 'x': {diagnostic}") + "$"):
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
