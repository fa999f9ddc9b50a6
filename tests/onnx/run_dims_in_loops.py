"""Models of WHILE with dims that depend on values of a run: within a round, or from one round to the next."""

import numpy as np
from graph_builder import conv, dim_of, int_scalar, packed, seeded, shape_of

COUNTS = [np.array(count, np.int32) for count in (1, 2, 5)]


def ints(g, values, dtype="int32"):
    return g.constant(values, dtype)


def signed(g, signature, dtype="float32"):
    """A tensor whose file states the dims as converters do, with -1 for a dim that depends on the run."""
    return g.tensor([max(dim, 1) for dim in signature], dtype, signature=signature)


def summed(g, x, axes, dims):
    return g.node("SUM", [x, ints(g, axes)], dims, keepDims=False)


def below(g, counter, end):
    """The condition of a counting loop."""
    g.outputs(g.node("LESS", [counter, end], [], dtype="bool"))


def following(g, counter):
    return g.node("ADD", [counter, int_scalar(g, 1)], [], dtype="int32")


def loop(model, carried, body, invariant=()):
    """A loop that counts to an input. `carried` are (dims, first value) and `invariant` dims of inputs."""
    g = model.subgraph()
    end = g.input([], "int32")
    others = [g.input(dims) for dims in invariant]
    firsts = [int_scalar(g, 0), end, *(g.constant(first) for _, first in carried), *others]
    results = [g.tensor([], "int32"), g.tensor([], "int32"), *(signed(g, dims) for dims, _ in carried),
               *(g.tensor(dims) for dims in invariant)]
    g.op("WHILE", firsts, results, condSubgraphIndex=1, bodySubgraphIndex=2)
    for name in ("condition", "body"):
        called = model.subgraph(name)
        counter, last = called.input([], "int32"), called.input([], "int32")
        values = [called.input([max(dim, 1) for dim in dims], signature=dims) for dims, _ in carried]
        values += [called.input(dims) for dims in invariant]
        if name == "condition":
            below(called, counter, last)
        else:
            called.outputs(following(called, counter), last, *body(called, counter, *values), *values[len(carried):])
    return g, results[2:2 + len(carried)]


def counted_in_a_loop(model):
    """A loop with a RANGE that grows in each round, as a column and as a row, and with filled rows."""
    def body(g, counter, total):
        count = following(g, counter)
        places = g.op("RANGE", [int_scalar(g, 0), count, int_scalar(g, 1)], [signed(g, [-1], "int32")])
        floats = g.node("CAST", [places], [1], inDataType="INT32", outDataType="FLOAT32")
        column, row = (g.op("RESHAPE", [floats, ints(g, dims)], [signed(g, dims)]) for dims in ([-1, 1], [1, -1]))
        squares = g.node("MUL", [column, row], [1, 1])
        size = packed(g, [dim_of(g, shape_of(g, places, 1), 0), int_scalar(g, 2)])
        halves = g.node("FILL", [size, g.constant(0.5)], [1, 2])
        added = g.node("ADD", [summed(g, squares, [0, 1], []), summed(g, halves, [0, 1], [])], [])
        return [g.node("ADD", [total, added], [])]

    g, (total,) = loop(model, [([], np.float32(0))], body)
    g.outputs(total)


def reshaped_in_a_loop(model):
    """A loop with a RESHAPE whose target depends on the round."""
    def body(g, counter, total, x):
        rows = g.node("ADD", [counter, int_scalar(g, 1)], [], dtype="int32")
        columns = g.node("DIV", [int_scalar(g, 12), rows], [], dtype="int32")
        table = g.op("RESHAPE", [x, packed(g, [rows, columns])], [signed(g, [-1, -1])])
        return [g.node("ADD", [total, g.node("REDUCE_MAX", [summed(g, table, [0], [1]), ints(g, [0])], [], keepDims=False)], [])]

    g, (total,) = loop(model, [([], np.float32(0))], body, [[12]])
    g.outputs(total)


def grown_in_a_loop(model):
    """A loop that appends a row to a list in each round; its length is needed in the loop and after it."""
    def body(g, counter, rows, x):
        mean = g.node("MEAN", [rows, ints(g, [0])], [1, 3], keepDims=True)
        size = packed(g, [dim_of(g, shape_of(g, rows, 2), 0), int_scalar(g, 3)])
        halves = g.node("FILL", [size, g.constant(0.5)], [1, 3])
        scaled = g.node("MUL", [rows, halves], [1, 3])
        return [g.node("CONCATENATION", [scaled, g.node("ADD", [mean, x], [1, 3])], [1, 3], axis=0)]

    g, (rows,) = loop(model, [([-1, 3], seeded((1, 3), "first"))], body, [[1, 3]])
    size = packed(g, [dim_of(g, shape_of(g, rows, 2), 0), int_scalar(g, 3)])
    g.outputs(g.node("SUB", [rows, g.node("FILL", [size, g.constant(0.25)], [1, 3])], [1, 3]))


def _until(model, dims, signature, operator, step):
    """A loop that changes a value until its number of rows and an input no longer satisfy the comparison."""
    g = model.subgraph()
    x, rows = g.input(dims), g.input([], "int32")
    results = [signed(g, signature), g.tensor([], "int32")]
    g.op("WHILE", [x, rows], results, condSubgraphIndex=1, bodySubgraphIndex=2)
    g.outputs(g.node("NEG", [results[0]], dims))
    condition, body = model.subgraph("condition"), model.subgraph("body")
    (value, last), (carried, kept) = ((called.input(dims, signature=signature), called.input([], "int32")) for called in (condition, body))
    condition.outputs(condition.node(operator, [dim_of(condition, shape_of(condition, value, 2), 0), last], [], dtype="bool"))
    body.outputs(step(body, carried), kept)


def doubled_until_long(model):
    """A loop whose condition reads the length of a growing value."""
    _until(model, [1, 3], [-1, 3], "LESS", lambda g, rows: g.node("CONCATENATION", [rows, g.node("NEG", [rows], [1, 3])], [1, 3], axis=0))


def cut_until_short(model):
    """A loop whose rounds remove a row and add it to the others."""
    def step(g, rows):
        rest = g.op("SLICE", [rows, ints(g, [1, 0]), ints(g, [-1, 3])], [signed(g, [-1, 3])])
        return g.node("ADD", [rest, g.node("SLICE", [rows, ints(g, [0, 0]), ints(g, [1, 3])], [1, 3])], [1, 3])

    _until(model, [6, 3], [-1, 3], "GREATER", step)


def images_that_grow(model):
    """Windows over a height that depends on the run, in a loop and after it."""
    def body(g, counter, image):
        below_it = conv(g, image, 3, 3, (2, 2), "shorter", strideH=3, strideW=1)
        return [g.node("CONCATENATION", [conv(g, image, 3, 3), below_it], [1, 1, 5, 3], axis=1)]

    g, (image,) = loop(model, [([1, -1, 5, 3], seeded((1, 4, 5, 3), "first"))], body)
    g.outputs(conv(g, image, 3, 2, strideH=2, strideW=2), g.node("MEAN", [image, ints(g, [1, 2])], [1, 3]))


RUNS = {
    counted_in_a_loop: [[count] for count in COUNTS],
    reshaped_in_a_loop: [[count, seeded((12,), "x")] for count in (np.array(number, np.int32) for number in (1, 2, 4))],
    grown_in_a_loop: [[count, seeded((1, 3), f"{count}")] for count in COUNTS],
    doubled_until_long: [[seeded((1, 3), "x"), np.array(rows, np.int32)] for rows in (1, 4, 9, 20)],
    cut_until_short: [[seeded((6, 3), "x"), np.array(rows, np.int32)] for rows in (1, 4, 6)],
    images_that_grow: [[np.array(count, np.int32)] for count in (0, 1, 3)],
}
