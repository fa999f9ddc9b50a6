"""Twins of the cases of one operator, for twins.py: a case's node and nodes that differ in one property, in one model."""

import dataclasses

import numpy as np

import case_files
import case_models
import tolerance
import twin_changes
import type_mutants
from model_builder import ModelBuilder

_MOST_ELEMENTS = 20000
_MOST_INVOKES = 3


@dataclasses.dataclass
class NodeTwin(type_mutants.Mutant):
    """A node of a case, or one that differs from it in one property."""

    @property
    def oracle(self):
        return self.case["oracle"]

    @property
    def invokes(self):
        return min(self.case["invokes"], _MOST_INVOKES)

    def bound(self):
        return tolerance.of_delegate(self.op, self.values, self.case["params"], self.case.get("algorithm"))

    @staticmethod
    def together(nodes):
        """One model of the nodes, the values of its inputs, and the numbers of outputs and operators of each node."""
        builder = ModelBuilder()
        graph = builder.subgraph()
        counts, inputs, operands = [], [], ()
        for node in nodes:
            outputs, given = _add(graph, node, nodes[0], operands)
            operands = operands or list(graph.table.operators[0].inputs)
            counts.append((len(outputs), 1))
            inputs += given
        return builder, inputs, counts


def cases_of(stem):
    """(operator, cases), with the cases that the delegate runs, small ones first."""
    op, cases = case_files.load(stem)
    return op, [case for case in sorted(cases, key=_elements) if _is_taken(case)]


def _is_taken(case):
    """True if the oracle computes the case, from an input that a run sets, in types that numpy has."""
    entries = [entry for entry in case["inputs"] if entry is not None]
    is_of_run = any(not entry["constant"] and not entry["variable"] for entry in entries)
    is_delegated = case["runs_on"] == "gpu" and case["expect"] == "delegated" and "expected" not in case
    return is_of_run and is_delegated and _elements(case) <= _MOST_ELEMENTS and all(e["type"] != "string" for e in entries)


def _elements(case):
    return sum(int(np.prod(entry["shape"])) for entry in case["inputs"] if entry is not None)


def lists_of(stem, chosen):
    """The twins of each case whose name is `chosen`, the case's node first. Only the first case of each arrangement of types
    has twins of other types and operators.
    """
    (op, cases), arrangements = cases_of(stem), set()
    for case in cases:
        is_first = twin_changes.arrangement(case) not in arrangements
        arrangements.add(twin_changes.arrangement(case))
        if chosen(f"{stem}/{case['name']}"):
            base = type_mutants.Mutant(op, stem, case, case_models.input_values(stem, case), "as it is")
            twins = [base, *twin_changes.twins_of(base), *(twin_changes.of_other_kinds(base) if is_first else ())]
            yield [NodeTwin(**vars(twin)) for twin in twins]


def _add(graph, node, base=None, operands=()):
    """Adds the node, which shares the `operands` of `base` that it has too. Returns its outputs, and the values that a run sets.
    """
    shared = {position: index for position, index in enumerate(operands) if _is_shared(node, base, position)}
    outputs, given = case_models.add_node(graph, node.op, node.case, node.values, shared)
    graph.outputs(*outputs)
    return outputs, [node.values[position] for position, _ in given]


def _is_shared(node, base, position):
    own, other = node.case["inputs"][position], base.case["inputs"][position]
    return own is not None and own == other and not own["variable"] and node.values[position] is base.values[position]
