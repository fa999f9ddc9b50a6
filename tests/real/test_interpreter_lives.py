"""The delegate in TFLite's interpreters: resizing, subgraphs, sharing, threads and lifetimes."""

import gc
import threading

import numpy as np
import pytest

import harness
import tolerance
from delegated import case, check  # noqa: F401


def bound_of(operator):
    """The bound of a value's error after that operator only."""
    atol, _ = tolerance.of_graph([operator])
    return atol


def test_batch_grows_and_shrinks(delegates, case):
    conv = case("conv_2d/resize_batch_pointwise")
    interpreter = delegates.interpreter(conv.model)
    for run in (0, 1, 2, 0, 1):
        check(interpreter, conv, run)
        assert not delegates.report().left_out()


def test_dynamic_tensor_changes_size(delegates, case):
    dynamic = case("graphs/dynamic_shape_upstream")
    interpreter = delegates.interpreter(dynamic.model)
    interpreter.allocate_tensors()
    for x in ([1, 2, 3, 4], [0, 0, 1, 0], [-1, 1, -1, 1]):
        values = np.array(x, dtype=np.float32)
        outputs = harness.run(interpreter, [values])
        positions = np.flatnonzero(values > 0).astype(np.float32)
        expected = [np.tanh(positions), 1 / (1 + np.exp(-np.maximum(values, 0)))]
        for actual, wanted, operator in zip(outputs, expected, ("TANH", "LOGISTIC"), strict=True):
            harness.assert_close(actual, wanted, bound_of(operator), 0.0, f"{operator} of {x}")


def test_if_in_turns(delegates, case):
    taken, not_taken = case("graphs/if_taken"), case("graphs/if_not_taken")
    interpreter = delegates.interpreter(taken.model)
    for current in (taken, not_taken, taken, taken, not_taken):
        check(interpreter, current)


def test_while_runs_again(delegates, case):
    loop = case("graphs/while_loop")
    interpreter = delegates.interpreter(loop.model)
    for _ in range(4):
        check(interpreter, loop)
    condition, body = (delegates.report().subgraph(index) for index in (1, 2))
    assert condition["nodes_delegated"] == condition["nodes_total"] and body["nodes_delegated"] == body["nodes_total"]
    # Plans are kept from one round to the next, and from one run to the next.
    assert len(delegates.report().programs()) == 4


def test_both_signatures(delegates, case):
    both = case("graphs/two_signatures")
    stock, ours = harness.interpreter_of(both.model), delegates.interpreter(both.model)
    for key, x in (
        ("first", [[1, -2, 3], [0, 4, -5]]),
        ("second", [1, -2, 3, 4]),
        ("first", [[0, 0, 1], [2, 2, 2]]),
    ):
        values = np.array(x, dtype=np.float32)
        expected = stock.get_signature_runner(key)(x0=values)["y0"]
        actual = ours.get_signature_runner(key)(x0=values)["y0"]
        harness.assert_close(actual, expected, max(map(bound_of, both.operators)), 0.0, key)


def test_preserve_all_tensors(delegates, case):
    """With preserve_all_tensors LiteRT makes each node a partition, and every intermediate result can be read."""
    name = case("graphs/conv_residual_relu")
    inputs, expected, tolerance = next(name.runs())
    interpreters = [
        harness.interpreter_of(name.model, experimental_preserve_all_tensors=True, **more)
        for more in ({}, {"experimental_delegates": [delegates.create()]})
    ]
    for interpreter in interpreters:
        interpreter.allocate_tensors()
        harness.check_outputs(harness.run(interpreter, inputs), expected, tolerance, "outputs")
    if not harness.IS_LITERT:
        return
    stock, ours = interpreters
    operators = [node for node in stock._get_ops_details() if node["op_name"] != "DELEGATE"]
    for index in (int(i) for node in operators for i in node["outputs"]):
        harness.assert_close(ours.get_tensor(index), stock.get_tensor(index), *tolerance, f"tensor {index}")


def test_one_delegate_for_several_interpreters(delegates, case):
    cases = [case(f"graphs/{name}") for name in ("residual_blocks", "three_partitions", "many_outputs")]
    shared = delegates.create()
    interpreters = [harness.interpreter_of(c.model, experimental_delegates=[shared]) for c in cases]
    for _ in range(3):
        for interpreter, current in zip(interpreters, cases):
            check(interpreter, current)
    del interpreters[1]
    gc.collect()
    check(interpreters[0], cases[0])


def test_interpreter_outlives_the_name_of_its_delegate(delegates, case):
    blocks = case("graphs/residual_blocks")
    delegate = delegates.create()
    interpreter = harness.interpreter_of(blocks.model, experimental_delegates=[delegate])
    del delegate
    gc.collect()
    check(interpreter, blocks)


def test_delegate_outlives_its_interpreters(delegates, case):
    blocks = case("graphs/residual_blocks")
    delegate = delegates.create()
    for _ in range(3):
        check(harness.interpreter_of(blocks.model, experimental_delegates=[delegate]), blocks)
        gc.collect()


def test_many_interpreters_in_a_row(delegates, case):
    blocks = case("graphs/residual_blocks")
    for _ in range(40):
        check(delegates.interpreter(blocks.model), blocks)


@pytest.mark.parametrize("shared", [False, True], ids=["own_delegates", "shared_delegate"])
def test_threads(delegates, case, shared):
    cases = [
        case(f"graphs/{name}")
        for name in ("residual_blocks", "squeeze_and_excite", "many_outputs", "add_to_itself")
    ]
    common = delegates.create() if shared else None
    errors = []

    def work(current, report):
        try:
            delegate = common or delegates.create(report_path=report)
            interpreter = harness.interpreter_of(current.model, experimental_delegates=[delegate])
            for _ in range(10):
                check(interpreter, current)
        except BaseException as error:  # handed to the main thread
            errors.append(error)

    paths = [delegates.report_path.with_suffix(f".{i}.json") for i in range(len(cases))]
    threads = [threading.Thread(target=work, args=pair) for pair in zip(cases, paths)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors


def test_same_bits_a_hundred_times(delegates, case):
    blocks = case("graphs/residual_blocks")
    interpreter = delegates.interpreter(blocks.model)
    inputs, _, _ = next(blocks.runs())
    interpreter.allocate_tensors()
    first = harness.run(interpreter, inputs)[0].tobytes()
    assert all(harness.run(interpreter, inputs)[0].tobytes() == first for _ in range(100))
