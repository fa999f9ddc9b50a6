"""num_threads is the number of threads of the CPU kernels, and -1 and 0 are refused as by TFLite's Python."""

import time

import litevk
import numpy as np
import pytest
from ai_edge_litert.interpreter import Interpreter as Stock

import cpu_threads
from model_builder import ModelBuilder


@pytest.fixture(scope="module")
def layer_model():
    builder = ModelBuilder()
    cpu_threads.layer(builder.subgraph())
    return builder.serialize()


def output(interpreter):
    interpreter.allocate_tensors()
    details = interpreter.get_input_details()[0]
    interpreter.set_tensor(details["index"], np.random.default_rng(1).random(details["shape"], np.float32))
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]["index"])


def counted(threads):
    """True once the process has so many threads of kernels. A thread names itself when it first runs."""
    for _ in range(1000):
        if cpu_threads.count() == threads:
            return True
        time.sleep(0.01)
    return False


@pytest.mark.skipif(not cpu_threads.can_start(), reason="one core, or the plain loops")
def test_threads_beside_the_caller(layer_model):
    outputs = []
    for threads in (None, 1, 2, 3):
        before = cpu_threads.count()
        interpreter = litevk.Interpreter(model_content=layer_model, num_threads=threads, experimental_delegates=[])
        outputs.append(output(interpreter))
        assert counted(before + (threads or 1) - 1)
        del interpreter
        assert counted(before), "threads end with their interpreter"
    assert all((found == outputs[0]).all() for found in outputs)


@pytest.mark.parametrize("threads", (-1, 0, -2))
def test_the_same_refusals(layer_model, threads):
    with pytest.raises(ValueError) as expected:
        Stock(model_content=layer_model, num_threads=threads)
    with pytest.raises(ValueError) as found:
        litevk.Interpreter(model_content=layer_model, num_threads=threads)
    assert str(found.value) == str(expected.value)
