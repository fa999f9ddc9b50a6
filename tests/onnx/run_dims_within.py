"""Models of IF and WHILE whose subgraphs have dims that depend on values of a run."""

import numpy as np
import run_dims_in_loops
from graph_builder import dim_of, int_scalar, packed, seeded, shape_of
from run_dims_in_loops import COUNTS, below, following, ints, loop, signed, summed


def _filled_rows(g, x):
    """As many rows as WHERE finds, with indices and values of 0.5. The count goes through a shape and a fill."""
    found = g.op("WHERE", [x], [signed(g, [-1, 1], "int64")])
    count = dim_of(g, shape_of(g, found, 2), 0)
    places = g.node("CAST", [found], [1, 1], inDataType="INT64", outDataType="FLOAT32")
    halves = g.node("FILL", [packed(g, [count, int_scalar(g, 3)]), g.constant(0.5)], [1, 3])
    return g.node("ADD", [halves, places], [1, 3])


def summed_in_a_branch(model):
    g = model.subgraph()
    taken, x = g.input([], "bool"), g.input([7], "bool")
    result = g.tensor([3])
    g.op("IF", [taken, x], [result], thenSubgraphIndex=1, elseSubgraphIndex=2)
    g.outputs(g.node("NEG", [result], [3]))
    then, other = model.subgraph("then"), model.subgraph("else")
    then.outputs(summed(then, _filled_rows(then, then.input([7], "bool")), [0], [3]))
    casted = other.node("CAST", [other.input([7], "bool")], [7], inDataType="BOOL", outDataType="FLOAT32")
    other.outputs(other.node("MUL", [summed(other, casted, [0], []), other.constant(seeded((3,), "scale"))], [3]))


def found_in_a_branch(model):
    """An IF with as many rows as one branch finds, or two of the other branch. A node after it needs their number."""
    g = model.subgraph()
    taken, x = g.input([], "bool"), g.input([7], "bool")
    rows = g.op("IF", [taken, x], [signed(g, [-1, 3])], thenSubgraphIndex=1, elseSubgraphIndex=2)
    count = dim_of(g, shape_of(g, rows, 2), 0)
    doubled = g.node("MUL", [count, int_scalar(g, 2)], [], dtype="int32")
    ones = g.node("FILL", [packed(g, [doubled, int_scalar(g, 3)]), g.constant(1.0)], [1, 3])
    g.outputs(g.node("ADD", [g.node("TILE", [rows, ints(g, [2, 1])], [1, 3]), ones], [1, 3]))
    then, other = model.subgraph("then"), model.subgraph("else")
    then.outputs(_filled_rows(then, then.input([7], "bool")))
    other.input([7], "bool")
    other.outputs(other.constant(seeded((2, 3), "rows")))


def branches_of_other_dims(model):
    """An IF whose dims depend only on the branch that is taken."""
    g = model.subgraph()
    taken, x = g.input([], "bool"), g.input([4, 3])
    rows = g.op("IF", [taken, x], [signed(g, [-1, 3])], thenSubgraphIndex=1, elseSubgraphIndex=2)
    g.outputs(rows, shape_of(g, g.node("ABS", [rows], [1, 3]), 2))
    for name, begin, size in (("then", [1, 0], [2, 3]), ("else", [0, 0], [3, 3])):
        branch = model.subgraph(name)
        branch.outputs(branch.node("SLICE", [branch.input([4, 3]), ints(branch, begin), ints(branch, size)], size))


def branch_in_a_loop(model):
    """A loop whose rounds add up the rows that a branch finds, or all rows, depending on the round."""
    def body(g, counter, total, x):
        is_first = g.node("EQUAL", [counter, int_scalar(g, 1)], [], dtype="bool")
        rows = g.op("IF", [is_first, x, counter], [signed(g, [-1])], thenSubgraphIndex=3, elseSubgraphIndex=4)
        count = dim_of(g, shape_of(g, rows, 1), 0)
        ones = g.node("FILL", [packed(g, [count]), g.constant(1.0)], [1])
        return [g.node("ADD", [total, summed(g, g.node("ADD", [rows, ones], [1]), [0], [])], [])]

    g, (total,) = loop(model, [([], np.float32(0))], body, [[5]])
    g.outputs(total)
    then, other = model.subgraph("then"), model.subgraph("else")
    x, _ = then.input([5]), then.input([], "int32")
    positive = then.node("GREATER", [x, then.constant(np.float32(0))], [5], dtype="bool")
    found = then.op("WHERE", [positive], [signed(then, [-1, 1], "int64")])
    then.outputs(then.op("GATHER_ND", [x, found], [signed(then, [-1])]))
    x, counter = other.input([5]), other.input([], "int32")
    begin = other.node("MINIMUM", [counter, int_scalar(other, 4)], [], dtype="int32")
    other.outputs(other.op("SLICE", [x, packed(other, [begin]), ints(other, [-1])], [signed(other, [-1])]))


def _nested(op, depth):
    """Nested loops, or branches, around a list that doubles its rows. Each loop has up to three rounds."""
    def build(model):
        def values(g):
            return g.input([], "int32"), g.input([1, 3], signature=[-1, 3])

        for level in range(depth):
            g = model.subgraph(f"level{level}")
            counter, rows = values(g)
            results = [g.tensor([], "int32"), signed(g, [-1, 3])]
            if op == "WHILE":
                g.op(op, [counter, rows], results, condSubgraphIndex=depth + 1, bodySubgraphIndex=level + 1)
            else:
                taken = g.node("GREATER", [counter, int_scalar(g, 1)], [], dtype="bool")
                g.op(op, [taken, counter, rows], results, thenSubgraphIndex=level + 1, elseSubgraphIndex=depth + 1)
            g.outputs(*results)
        g, last = model.subgraph("innermost"), model.subgraph("last")
        counter, rows = values(g)
        g.outputs(following(g, counter), g.node("CONCATENATION", [rows, rows], [1, 3], axis=0))
        counter, rows = values(last)
        if op == "WHILE":
            below(last, counter, int_scalar(last, 3))
        else:
            last.outputs(counter, rows)

    build.__name__ = f"nested_{op.lower()}_{depth}"
    return build


def _marks(*lists):
    return [np.array(marks, bool) for marks in lists]


_MARKS = _marks([0, 1, 0, 0, 1, 1, 0], [1] * 7, [0, 0, 0, 0, 0, 0, 1])
_BRANCHES = [[np.array(taken), marks] for taken in (True, False) for marks in _MARKS]

RUNS = {
    **run_dims_in_loops.RUNS,
    summed_in_a_branch: _BRANCHES,
    found_in_a_branch: _BRANCHES,
    branches_of_other_dims: [[np.array(taken), seeded((4, 3), "x")] for taken in (True, False)],
    **{_nested(op, 3): [[count, seeded((rows, 3), "x")] for rows, count in enumerate(COUNTS, 1)] for op in ("WHILE", "IF")},
    branch_in_a_loop: [[count, np.array([0.5, -1, 2, -3, 1], np.float32)] for count in COUNTS],
}
# Models nested too deeply for the converter, which must notice that at once.
REFUSED = [_nested(op, 40) for op in ("WHILE", "IF")]
