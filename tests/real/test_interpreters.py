"""The behaviour of the unmodified interpreter with the delegate, beyond results."""

import gc
import threading

import numpy as np
import pytest

import harness
import tolerance
from graph_builder import CPU_ONLY


@pytest.fixture
def case(request):
    """case("graphs/three_partitions") returns the case of that name."""
    folder = request.config.getoption("--cases")
    return lambda name: harness.case_named(folder, name)


def check(interpreter, case, run=0):
    """Runs the case's run and compares with its goldens."""
    inputs, expected, tolerance = list(case.runs())[run]
    harness.set_shapes(interpreter, inputs)
    harness.check_outputs(harness.run(interpreter, inputs), expected, tolerance, f"{case}, run {run}")


def bound_of(operator):
    """The bound of a value's error after that operator only."""
    atol, _ = tolerance.of_graph([operator])
    return atol


def reasons(report):
    return {node["op"]: node["reason_code"] for node in report.left_out()}


# Options.


def test_unknown_option_names_the_valid_keys(delegates):
    with pytest.raises(ValueError, match='"devise_id": there is no such key; did you mean "device_id"'):
        delegates.create(devise_id=0)
    with pytest.raises(ValueError) as error:
        delegates.create(frobnicate=0)
    for text in ("frobnicate", "device_id", "allow_cpu_device", "report_path", "error_during_invoke"):
        assert text in str(error.value)


@pytest.mark.parametrize(
    "key, value",
    [
        ("device_id", "first"),
        ("device_id", "-1"),
        ("max_delegated_partitions", "1.5"),
        ("log_level", "loud"),
        ("on_missing_device", "ignore"),
        ("strict", "maybe"),
        ("is_precision_loss_allowed", "a bit"),
        ("partition_policy", "some"),
    ],
)
def test_bad_value_names_the_key(delegates, key, value):
    with pytest.raises(ValueError) as error:
        delegates.create(**{key: value})
    assert key in str(error.value) and value in str(error.value)


def test_bad_policy_lists_the_valid_ones(delegates):
    with pytest.raises(ValueError, match='"partition_policy": expected auto or all, found "some"'):
        delegates.create(partition_policy="some")


def test_true_and_false_as_python_writes_them(delegates, case):
    three = case("graphs/three_partitions")
    check(delegates.interpreter(three.model, strict=True, disable_fusion=False), three)


def test_no_options_at_all(delegates, case):
    """Without permission for a CPU device and without options the model still runs."""
    three = case("graphs/three_partitions")
    delegate = harness.tflite.load_delegate(delegates.library)
    check(harness.interpreter_of(three.model, experimental_delegates=[delegate]), three)


def test_direct_convolutions_on_request(delegates, case):
    """Without Winograd's algorithm a convolution keeps the bound of a direct one."""
    conv = case("conv_2d/winograd_same")
    interpreter = delegates.interpreter(conv.model, disable_winograd=1)
    assert not delegates.report().uses("winograd_output")
    check(interpreter, conv)


# Options that choose the nodes to take.


def test_report(delegates, case):
    three = case("graphs/three_partitions")
    check(delegates.interpreter(three.model), three)
    report = delegates.report()
    assert report.content["schema_version"] == 6 and report.content["library"] == "litevk"
    assert report.content["options"]["backend"] == delegates.backend
    assert [node["op"] for node in report.nodes()] == ["RELU", CPU_ONLY, "TANH", CPU_ONLY, "LOGISTIC"]
    assert [node["partition"] for node in report.nodes()] == [0, None, 1, None, 2]
    assert [node["index"] for node in report.nodes()] == [0, 1, 2, 3, 4]
    assert reasons(report) == {CPU_ONLY: "OP_NOT_LISTED"}
    assert report.subgraph()["nodes_delegated"] == 3


@pytest.mark.parametrize(
    "options, delegated, reason",
    [
        ({"max_delegated_partitions": 0}, [0, 1, 3, 4], None),
        ({"max_delegated_partitions": 1}, [0, 1], "MAX_PARTITIONS"),
        ({"min_nodes_per_partition": 2}, [0, 1, 3, 4], None),
        ({"min_nodes_per_partition": 3}, [], "MIN_NODES"),
        ({"first_delegate_node_index": 2}, [3, 4], "NODE_RANGE"),
        ({"last_delegate_node_index": 1}, [0, 1], "NODE_RANGE"),
        ({"first_delegate_node_index": 1, "last_delegate_node_index": 3}, [1, 3], "NODE_RANGE"),
        ({"allowed_builtin_code": 28}, [1], "NOT_ALLOWED"),
    ],
    ids=str,
)
def test_partition_limits(delegates, case, options, delegated, reason):
    """CONV_2D, TANH, a node on the CPU, CONV_2D, RELU: two partitions of two nodes each."""
    middle = case("graphs/unsupported_in_the_middle")
    check(delegates.interpreter(middle.model, **options), middle)
    report = delegates.report()
    assert [node["index"] for node in report.nodes() if node["delegated"]] == delegated
    assert set(reasons(report).values()) - {"OP_NOT_LISTED"} == ({reason} if reason else set())


def test_policy_leaves_what_costs_more_than_it_saves(delegates, case):
    """A large CONV_2D and a RELU between nodes on the CPU; a driver on the CPU makes neither faster."""
    mixed = case("graphs/large_convolution_and_cheap_node")
    delegated = {}
    for policy in ("all", "auto", None):
        check(delegates.interpreter(mixed.model, partition_policy=policy), mixed)
        report = delegates.report()
        delegated[policy] = [node["index"] for node in report.nodes() if node["delegated"]]
    estimates = report.subgraph()["estimates"]
    if delegates.backend == "reference":  # there is no device to weigh for
        assert delegated == {"all": [1, 3], "auto": [1, 3], None: [1, 3]} and not estimates
        return
    assert delegated == {"all": [1, 3], "auto": [], None: []}
    convolution, relu = estimates
    for number, estimate in ((1, convolution), (3, relu)):
        node = report.nodes()[number]
        assert node["reason_code"] == "NOT_WORTH_IT"
        assert node["reason"].startswith("its partition of 1 node would take about ")
        assert node["reason"].endswith(estimate["rule"]) and "a driver that runs on the CPU" in estimate["rule"]
        assert estimate["nodes"] == [number] and estimate["partition"] is None
        assert estimate["cpu_kernels"] == "tflite" and estimate["most_times"] == 1
        assert estimate["device_us"] > estimate["cpu_us"] and estimate["device_us"] > estimate["overhead_us"] > 0


def test_policy_leaves_a_whole_graph_that_is_far_too_small(delegates, case):
    small = case("relu/rank_1")
    check(delegates.interpreter(small.model, partition_policy=None), small)
    if delegates.backend == "reference":  # there is no device to weigh for
        assert not delegates.report().left_out()
        return
    assert set(reasons(delegates.report()).values()) == {"GRAPH_NOT_WORTH_IT"}
    assert "; partition_policy=all takes what the estimate leaves out" in delegates.report().content["message"]


@pytest.mark.parametrize("steps, is_planned_anew", [("three", False), ("nine", True)])
def test_plans_of_a_loop_are_weighed_with_its_steps(delegates, case, steps, is_planned_anew):
    """A kernel keeps four plans, so the dims of three steps are planned once, and those of nine steps in each run."""
    loop = case(f"graphs/while_loop_of_{steps}_growing_steps")
    check(delegates.interpreter(loop.model, partition_policy=None), loop)
    estimates = delegates.report().subgraph(2)["estimates"]
    if delegates.backend == "reference":  # there is no device to weigh for
        assert not estimates
        return
    assert ["plan_us" in estimate for estimate in estimates] == [is_planned_anew]


def test_rest_goes_to_xnnpack(delegates, case):
    """The delegate takes one of three partitions of one node each; XNNPACK takes the nodes of the others."""
    three = case("graphs/three_partitions")
    interpreter = delegates.interpreter(three.model, max_delegated_partitions=1)
    check(interpreter, three)
    assert delegates.report().subgraph()["nodes_delegated"] == 1
    names = [node["op_name"] for node in interpreter._get_ops_details()]
    assert names.count("DELEGATE") == 3, names


# Shapes.


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


# Subgraphs.


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


# Lifetimes and threads.


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
