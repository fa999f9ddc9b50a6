"""Checks that the cases cover each signature of the GPU and each of its types, in every rank, with one element and with none.

A case file states what its operator does not take (`coverage`), and the oracle must confirm that.
"""

import math

import pytest
from ai_edge_litert.interpreter import Interpreter, OpResolverType

import case_files
import case_models
import gpu_signatures
import sweeps
from model_builder import ModelBuilder

CONTENTS = {stem: case_files.content_of(stem) for stem in case_files.stems()}
STEMS = {content["op"]: stem for stem, content in CONTENTS.items()}


def judged_signatures():
    """Signatures that the GPU runs; folded operators run nowhere."""
    for op, signatures in gpu_signatures.by_operator().items():
        for number, signature in enumerate(signatures):
            if not signature.is_folded:
                yield pytest.param(op, signature, id=f"{op}-{number}")


@pytest.mark.parametrize("op, signature", judged_signatures())
def test_signature(op, signature):
    assert op in STEMS, f"{op} has no file of cases"
    content = CONTENTS[STEMS[op]]
    coverage = content.get("coverage", {})
    cases = list(all_cases(STEMS[op], content))
    missing = []
    for dtype in signature.types():
        if dtype in sweeps.left_out_types(content):
            continue
        found = [case for case in cases if types_fit(signature, case, dtype)]
        delegated = [case for case in found if case["expect"] == "delegated"]
        ranks = {rank_of(signature, case) for case in delegated}
        missing += [f"{dtype} in rank {rank}" for rank in sweeps.ranks_of(content, signature.most_rank) if rank not in ranks]
        if "no_one" not in coverage and not any(elements_of(signature, case) == 1 for case in delegated):
            missing.append(f"{dtype} of one element")
        takes_empty = "no_empty" not in coverage and dtype not in coverage.get("no_empty_types", [])
        if takes_empty and not any(is_empty(case) for case in found):
            missing.append(f"{dtype} without elements")
    assert not missing, f"{op}, {signature.text}: no case of " + ", ".join(missing)


def all_cases(stem, content):
    """Cases on the GPU, the nodes of sweeps as one each."""
    yield from (case for case in case_files.load(stem)[1] if case["runs_on"] == "gpu")
    for case in sweeps.cases(content):
        yield from ({**node, "expect": case["expect"]} for node in case["nodes"])


def types_fit(signature, case, dtype):
    places = signature.element_inputs(len(case["inputs"]))
    entries = [case["inputs"][i] for i in places if i < len(case["inputs"]) and case["inputs"][i] is not None]
    if not entries or any(entry["type"] != dtype for entry in entries):
        return False
    # Without a T, other signatures of the operator may take the same type with another number of inputs.
    return signature.takes(len(case["inputs"]))


def rank_of(signature, case):
    return max(len(shape) for shape in shapes_of(signature, case))


def elements_of(signature, case):
    return max(math.prod(shape) for shape in shapes_of(signature, case))


def shapes_of(signature, case):
    if "swept" in case:
        return [case["swept"]]
    places = signature.element_inputs(len(case["inputs"]))
    return [case["inputs"][i]["shape"] for i in places if i < len(case["inputs"]) and case["inputs"][i] is not None]


def is_empty(case):
    return case["expect"] != "delegated" and case["expect"]["rejected"] == sweeps.EMPTY["rejected"]


def claims():
    """(content, sweep, type, shape) of nodes that the reference kernels refuse according to the case file."""
    for stem, content in CONTENTS.items():
        coverage, judged = content.get("coverage", {}), content.get("sweeps", [])
        for sweep in judged[:1]:
            ranks = sweeps.ranks_of(content, gpu_signatures.MOST_RANK)
            types = sweep.get("types", gpu_signatures.by_operator()[content["op"]][0].types())
            good = next(dtype for dtype in types if dtype not in sweeps.left_out_types(content))
            for rank in set(sweeps.SHAPES) - set(ranks) if coverage.get("other_ranks") == "refused" else ():
                yield pytest.param(content, sweep, good, sweeps.SHAPES[rank], id=f"{stem}-rank_{rank}")
            for dtype in coverage.get("refused_types", []):
                yield pytest.param(content, sweep, dtype, sweeps.shape_of(sweep, ranks[0]), id=f"{stem}-{dtype}")
            # Claims that would crash an interpreter are not tested.
            if coverage.get("no_empty") == "refused":
                yield pytest.param(content, sweep, good, sweeps.empty_shape(sweep, ranks[-1]), id=f"{stem}-empty")


@pytest.mark.parametrize("content, sweep, dtype, shape", claims())
def test_claim(content, sweep, dtype, shape):
    """The oracle refuses the node. A node that cannot be written, because a dim that it reads is missing, counts as refused."""
    with pytest.raises((RuntimeError, ValueError, IndexError)):
        node = sweeps.node(content, sweep, dtype, shape)
        run_by_oracle(content["op"], {**node, "name": "claim"}, sets_inputs=dtype not in NEVER_SET)


NEVER_SET = ("int2",)  # types whose arrays the interpreter's Python refuses, whatever the kernels do


def unset_types():
    for stem, content in CONTENTS.items():
        for dtype in content.get("coverage", {}).get("unset_types", []):
            yield pytest.param(content, dtype, id=f"{stem}-{dtype}")


@pytest.mark.parametrize("content, dtype", unset_types())
def test_a_type_that_the_kernels_take_and_python_does_not(content, dtype):
    assert dtype in NEVER_SET
    sweep = next((sweep for sweep in content["sweeps"] if "int4" in sweep.get("types", [])), content["sweeps"][0])
    node = sweeps.node(content, sweep, dtype, sweeps.shape_of(sweep, 2))
    run_by_oracle(content["op"], {**node, "name": "claim"}, sets_inputs=False)
    with pytest.raises(ValueError, match="Cannot set tensor"):
        run_by_oracle(content["op"], {**node, "name": "claim"})


def run_by_oracle(op, node, sets_inputs=True):
    builder = ModelBuilder()
    graph = builder.subgraph()
    values = case_models.input_values("claim", node)
    outputs, runtime = case_models.add_node(graph, op, node, values)
    graph.outputs(*outputs)
    resolver = OpResolverType.BUILTIN_REF
    interpreter = Interpreter(model_content=builder.serialize(), experimental_op_resolver_type=resolver)
    interpreter.allocate_tensors()
    for detail, (position, _) in zip(interpreter.get_input_details(), runtime):
        if sets_inputs:
            interpreter.set_tensor(detail["index"], values[position])
    interpreter.invoke()
