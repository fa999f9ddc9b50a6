"""One interpreter in several threads gives errors, and never returns one thread's results to another."""
import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import litevk
import numpy as np
import pytest
from ai_edge_litert.interpreter import Interpreter as Stock
from conftest import GPU
from litevk import example

IN_USE = "in use by another thread"
ANSWERS = 200


def stock(**options):
    return Stock(example.MODEL, experimental_delegates=[litevk.delegate(**options)])


WAYS = {
    "own": lambda: litevk.Interpreter(example.MODEL, **GPU),
    "auto": lambda: litevk.Interpreter(example.MODEL, allow_cpu_device=True),
    "cpu": lambda: litevk.Interpreter(example.MODEL, experimental_delegates=[]),
}


def pictures():
    return [np.random.default_rng(seed).random(example.picture().shape, np.float32) for seed in range(4)]


class Answers:
    """Runs the interpreter as a program without a lock does: set_tensor, invoke, get_tensor."""

    def __init__(self, interpreter):
        interpreter.allocate_tensors()
        self.interpreter = interpreter
        self.input = interpreter.get_input_details()[0]["index"]
        self.output = interpreter.get_output_details()[0]["index"]

    def __call__(self, picture):
        self.interpreter.set_tensor(self.input, picture)
        self.interpreter.invoke()
        return self.interpreter.get_tensor(self.output)


def tally(answer, inputs, right, count=ANSWERS):
    """The number of right answers of eight threads, and the errors of the others. Fails for a wrong answer."""
    diagnostics, answered = [], 0
    with ThreadPoolExecutor(8) as pool:
        futures = [(n % 4, pool.submit(answer, inputs[n % 4])) for n in range(count)]
    for which, future in futures:
        error = future.exception()
        if error is not None:
            assert isinstance(error, RuntimeError), error
            diagnostics.append(str(error))
        else:
            assert np.array_equal(future.result(), right[which])
            answered += 1
    return answered, diagnostics


@pytest.mark.parametrize("way", WAYS)
def test_eight_threads_without_a_lock_get_diagnostics_and_no_wrong_answer(way):
    answer, inputs = Answers(WAYS[way]()), pictures()
    right = [answer(each) for each in inputs]
    answered, diagnostics = tally(answer, inputs, right)
    assert answered + len(diagnostics) == ANSWERS and diagnostics
    assert all(IN_USE in diagnostic for diagnostic in diagnostics)
    assert np.array_equal(answer(inputs[0]), right[0])


def test_eight_threads_in_the_stock_interpreter_get_errors():
    """TFLite's interpreter does not synchronize copies of values. The delegate's results belong to one run, or are an error."""
    answer, inputs = Answers(stock(**GPU)), pictures()
    right = [answer(each) for each in inputs]
    errors = []

    def invoke():
        try:
            answer.interpreter.invoke()
        except RuntimeError as error:
            errors.append(str(error))

    with ThreadPoolExecutor(8) as pool:
        for _ in range(ANSWERS):
            pool.submit(invoke)
    assert all(IN_USE in error or "at least 1 reference" in error for error in errors)
    assert np.array_equal(answer(inputs[0]), right[0])


def test_a_signature_is_one_call():
    interpreter, inputs = litevk.Interpreter(example.MODEL, **GPU), pictures()
    run = interpreter.get_signature_runner()
    name = next(iter(run.get_input_details()))
    output = next(iter(run.get_output_details()))

    def answer(picture):
        return run(**{name: picture})[output]

    right = [answer(each) for each in inputs]
    answered, diagnostics = tally(answer, inputs, right)
    assert answered and all(IN_USE in diagnostic for diagnostic in diagnostics)


def test_threads_take_turns_with_a_lock():
    answer, inputs, turn = Answers(litevk.Interpreter(example.MODEL, **GPU)), pictures(), threading.Lock()
    right = [answer(each) for each in inputs]

    def locked(picture):
        with turn:
            return answer(picture)

    assert tally(locked, inputs, right) == (ANSWERS, [])


def test_invoke_runs_in_a_thread_of_asyncio():
    answer, inputs = Answers(litevk.Interpreter(example.MODEL, **GPU)), pictures()
    right = [answer(each) for each in inputs]

    async def main():
        for which, picture in enumerate(inputs):
            answer.interpreter.set_tensor(answer.input, picture)
            await asyncio.get_running_loop().run_in_executor(None, answer.interpreter.invoke)
            assert np.array_equal(answer.interpreter.get_tensor(answer.output), right[which])

    asyncio.run(main())


def in_another_thread(function, *arguments):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function, *arguments).result()


def test_whose_input_was_overwritten_neither_runs_nor_reads():
    answer, inputs = Answers(litevk.Interpreter(example.MODEL, **GPU)), pictures()
    right = [answer(each) for each in inputs]
    assert np.array_equal(in_another_thread(answer, inputs[1]), right[1])
    view = answer.interpreter.tensor(answer.output)
    for refused in (answer.interpreter.invoke, lambda: answer.interpreter.get_tensor(answer.output), view):
        with pytest.raises(RuntimeError, match=IN_USE):
            refused()
    answer.interpreter.set_tensor(answer.input, inputs[2])
    with pytest.raises(RuntimeError, match=IN_USE):  # the results are still the other thread's
        view()
    answer.interpreter.invoke()
    assert np.array_equal(view(), right[2])


def test_an_array_on_an_input_counts_as_set():
    answer, inputs = Answers(litevk.Interpreter(example.MODEL, **GPU)), pictures()
    view = answer.interpreter.tensor(answer.input)
    answer.interpreter.set_tensor(answer.input, inputs[0])

    def fill():
        view()[...] = inputs[1]

    in_another_thread(fill)
    with pytest.raises(RuntimeError, match=IN_USE):
        answer.interpreter.invoke()
