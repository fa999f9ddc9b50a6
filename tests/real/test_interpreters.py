"""The behaviour of the unmodified interpreter with the delegate, beyond results."""

import pytest

import harness
from graph_builder import CPU_ONLY
from delegated import case, check  # noqa: F401


def reasons(report):
    return {node["op"]: node["reason_code"] for node in report.left_out()}


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


def test_report(delegates, case):
    three = case("graphs/three_partitions")
    check(delegates.interpreter(three.model), three)
    report = delegates.report()
    assert report.content["schema_version"] == 9 and report.content["library"] == "litevk"
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
        assert estimate["cpu_kernels"] == "xnnpack" and estimate["cpu_threads"] == 1 and estimate["most_times"] == 1
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
