"""Models of IF and WHILE whose subgraphs have dims that values of a run decide. Each builds a model of several subgraphs."""

import numpy as np
from graph_builder import dim_of, int_scalar, packed, seeded, shape_of


def _ints(g, values, dtype="int32"):
    return g.constant(values, dtype)


def _signed(g, signature, dtype="float32"):
    """A tensor whose dims the file states as converters do, -1 where a run decides."""
    return g.tensor([max(dim, 1) for dim in signature], dtype, signature=signature)


def _sum(g, x, axes, dims):
    return g.node("SUM", [x, _ints(g, axes)], dims, keepDims=False)


def _below(g, place, end):
    """The condition of a loop that counts."""
    g.outputs(g.node("LESS", [place, end], [], dtype="bool"))


def _next(g, place):
    return g.node("ADD", [place, int_scalar(g, 1)], [], dtype="int32")


def _filled_rows(g, x):
    """As many rows as WHERE finds, of places and halves: their count goes through a shape and a fill."""
    found = g.op("WHERE", [x], [_signed(g, [-1, 1], "int64")])
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
    then.outputs(_sum(then, _filled_rows(then, then.input([7], "bool")), [0], [3]))
    casted = other.node("CAST", [other.input([7], "bool")], [7], inDataType="BOOL", outDataType="FLOAT32")
    other.outputs(other.node("MUL", [_sum(other, casted, [0], []), other.constant(seeded((3,), "scale"))], [3]))


def found_in_a_branch(model):
    """As many rows as the branch finds, or two of the other one. A node behind needs their number."""
    g = model.subgraph()
    taken, x = g.input([], "bool"), g.input([7], "bool")
    rows = g.op("IF", [taken, x], [_signed(g, [-1, 3])], thenSubgraphIndex=1, elseSubgraphIndex=2)
    count = dim_of(g, shape_of(g, rows, 2), 0)
    doubled = g.node("MUL", [count, int_scalar(g, 2)], [], dtype="int32")
    ones = g.node("FILL", [packed(g, [doubled, int_scalar(g, 3)]), g.constant(1.0)], [1, 3])
    g.outputs(g.node("ADD", [g.node("TILE", [rows, _ints(g, [2, 1])], [1, 3]), ones], [1, 3]))
    then, other = model.subgraph("then"), model.subgraph("else")
    then.outputs(_filled_rows(then, then.input([7], "bool")))
    other.input([7], "bool")
    other.outputs(other.constant(seeded((2, 3), "rows")))


def branches_of_other_dims(model):
    """No value of a run decides but which branch is taken."""
    g = model.subgraph()
    taken, x = g.input([], "bool"), g.input([4, 3])
    rows = g.op("IF", [taken, x], [_signed(g, [-1, 3])], thenSubgraphIndex=1, elseSubgraphIndex=2)
    g.outputs(rows, shape_of(g, g.node("ABS", [rows], [1, 3]), 2))
    for name, begin, size in (("then", [1, 0], [2, 3]), ("else", [0, 0], [3, 3])):
        branch = model.subgraph(name)
        branch.outputs(branch.node("SLICE", [branch.input([4, 3]), _ints(branch, begin), _ints(branch, size)], size))


def _loop(model, carried, body, invariant=()):
    """A loop that counts to an input. `carried` are (dims, first value) and `invariant` dims of inputs."""
    g = model.subgraph()
    end = g.input([], "int32")
    others = [g.input(dims) for dims in invariant]
    firsts = [int_scalar(g, 0), end, *(g.constant(first) for _, first in carried), *others]
    results = [g.tensor([], "int32"), g.tensor([], "int32"), *(_signed(g, dims) for dims, _ in carried),
               *(g.tensor(dims) for dims in invariant)]
    g.op("WHILE", firsts, results, condSubgraphIndex=1, bodySubgraphIndex=2)
    for name in ("condition", "body"):
        called = model.subgraph(name)
        place, last = called.input([], "int32"), called.input([], "int32")
        values = [called.input([max(dim, 1) for dim in dims], signature=dims) for dims, _ in carried]
        values += [called.input(dims) for dims in invariant]
        if name == "condition":
            _below(called, place, last)
        else:
            called.outputs(_next(called, place), last, *body(called, place, *values), *values[len(carried):])
    return g, results[2:2 + len(carried)]


def counted_in_a_loop(model):
    """A range that grows from round to round, as a column and as a row, and rows that are filled."""
    def body(g, place, total):
        count = _next(g, place)
        places = g.op("RANGE", [int_scalar(g, 0), count, int_scalar(g, 1)], [_signed(g, [-1], "int32")])
        floats = g.node("CAST", [places], [1], inDataType="INT32", outDataType="FLOAT32")
        column, row = (g.op("RESHAPE", [floats, _ints(g, dims)], [_signed(g, dims)]) for dims in ([-1, 1], [1, -1]))
        squares = g.node("MUL", [column, row], [1, 1])
        size = packed(g, [dim_of(g, shape_of(g, places, 1), 0), int_scalar(g, 2)])
        halves = g.node("FILL", [size, g.constant(0.5)], [1, 2])
        added = g.node("ADD", [_sum(g, squares, [0, 1], []), _sum(g, halves, [0, 1], [])], [])
        return [g.node("ADD", [total, added], [])]

    g, (total,) = _loop(model, [([], np.float32(0))], body)
    g.outputs(total)


def reshaped_in_a_loop(model):
    """The target of a RESHAPE follows from the number of the round."""
    def body(g, place, total, x):
        rows = g.node("ADD", [place, int_scalar(g, 1)], [], dtype="int32")
        columns = g.node("DIV", [int_scalar(g, 12), rows], [], dtype="int32")
        table = g.op("RESHAPE", [x, packed(g, [rows, columns])], [_signed(g, [-1, -1])])
        return [g.node("ADD", [total, g.node("REDUCE_MAX", [_sum(g, table, [0], [1]), _ints(g, [0])], [], keepDims=False)], [])]

    g, (total,) = _loop(model, [([], np.float32(0))], body, [[12]])
    g.outputs(total)


def grown_in_a_loop(model):
    """A list that gets a row in each round, whose length is needed in the loop and behind it."""
    def body(g, place, rows, x):
        mean = g.node("MEAN", [rows, _ints(g, [0])], [1, 3], keepDims=True)
        size = packed(g, [dim_of(g, shape_of(g, rows, 2), 0), int_scalar(g, 3)])
        halves = g.node("FILL", [size, g.constant(0.5)], [1, 3])
        scaled = g.node("MUL", [rows, halves], [1, 3])
        return [g.node("CONCATENATION", [scaled, g.node("ADD", [mean, x], [1, 3])], [1, 3], axis=0)]

    g, (rows,) = _loop(model, [([-1, 3], seeded((1, 3), "first"))], body, [[1, 3]])
    size = packed(g, [dim_of(g, shape_of(g, rows, 2), 0), int_scalar(g, 3)])
    g.outputs(g.node("SUB", [rows, g.node("FILL", [size, g.constant(0.25)], [1, 3])], [1, 3]))


def branch_in_a_loop(model):
    """Which rows a round adds up depends on its number: those that a branch finds, or all."""
    def body(g, place, total, x):
        is_first = g.node("EQUAL", [place, int_scalar(g, 1)], [], dtype="bool")
        rows = g.op("IF", [is_first, x, place], [_signed(g, [-1])], thenSubgraphIndex=3, elseSubgraphIndex=4)
        count = dim_of(g, shape_of(g, rows, 1), 0)
        ones = g.node("FILL", [packed(g, [count]), g.constant(1.0)], [1])
        return [g.node("ADD", [total, _sum(g, g.node("ADD", [rows, ones], [1]), [0], [])], [])]

    g, (total,) = _loop(model, [([], np.float32(0))], body, [[5]])
    g.outputs(total)
    then, other = model.subgraph("then"), model.subgraph("else")
    x, _ = then.input([5]), then.input([], "int32")
    positive = then.node("GREATER", [x, then.constant(np.float32(0))], [5], dtype="bool")
    found = then.op("WHERE", [positive], [_signed(then, [-1, 1], "int64")])
    then.outputs(then.op("GATHER_ND", [x, found], [_signed(then, [-1])]))
    x, place = other.input([5]), other.input([], "int32")
    begin = other.node("MINIMUM", [place, int_scalar(other, 4)], [], dtype="int32")
    other.outputs(other.op("SLICE", [x, packed(other, [begin]), _ints(other, [-1])], [_signed(other, [-1])]))


def _marks(*lists):
    return [np.array(marks, bool) for marks in lists]


_MARKS = _marks([0, 1, 0, 0, 1, 1, 0], [1] * 7, [0, 0, 0, 0, 0, 0, 1])
_BRANCHES = [[np.array(taken), marks] for taken in (True, False) for marks in _MARKS]
_COUNTS = [np.array(count, np.int32) for count in (1, 2, 5)]

RUNS = {
    summed_in_a_branch: _BRANCHES,
    found_in_a_branch: _BRANCHES,
    branches_of_other_dims: [[np.array(taken), seeded((4, 3), "x")] for taken in (True, False)],
    counted_in_a_loop: [[count] for count in _COUNTS],
    reshaped_in_a_loop: [[count, seeded((12,), "x")] for count in (np.array(number, np.int32) for number in (1, 2, 4))],
    grown_in_a_loop: [[count, seeded((1, 3), f"{count}")] for count in _COUNTS],
    branch_in_a_loop: [[count, np.array([0.5, -1, 2, -3, 1], np.float32)] for count in _COUNTS],
}
