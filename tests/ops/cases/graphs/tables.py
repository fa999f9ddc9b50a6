"""Hash tables, which only the interpreter runs. One node fills a table, and others read it."""

import numpy as np

from graph_builder import graph_case, seeded


def table(g, number, keys, values):
    handle = g.tensor([1], "resource")
    return g.op("HASHTABLE", [], [handle], tableId=number, keyDtype=keys, valueDtype=values)


@graph_case(runs_on="kernels", keep_shapes=True, values={0: np.int64([[7, -1], [3, 1 << 40]])})
def words_by_numbers(model):
    """Looks up a key that is missing, one beyond 32 bits, and one that is imported twice."""
    g = model.subgraph()
    handle = table(g, 1, "INT64", "STRING")
    keys = g.constant([-1, 1 << 40, 7, 7], "int64")
    g.op("HASHTABLE_IMPORT", [handle, keys, g.constant(["minus one", "", "seven", "again"], "string")], [])
    found = g.tensor([2, 2], "string")
    g.op("HASHTABLE_FIND", [handle, g.input([2, 2], "int64"), g.constant(["none"], "string")], [found])
    g.outputs(found, g.op("HASHTABLE_SIZE", [handle], [g.tensor([1], "int64")]))


@graph_case(runs_on="kernels", keep_shapes=True, values={0: np.float32([1, 2])})
def numbers_by_words(model):
    g = model.subgraph()
    handle = table(g, 0, "STRING", "INT64")
    words = g.constant(["a", "bc", ""], "string")
    g.op("HASHTABLE_IMPORT", [handle, words, g.constant([5, -5, 1 << 50], "int64")], [])
    found = g.tensor([4], "int64")
    keys = g.constant(["bc", "", "b", "a"], "string")
    g.op("HASHTABLE_FIND", [handle, keys, g.constant([-7, 8], "int64")], [found])
    g.outputs(found, g.node("NEG", [g.input([2])], [2]))


@graph_case(runs_on="kernels", keep_shapes=True, values={0: np.int64([4])})
def tables_of_one_number_are_one(model):
    g = model.subgraph()
    first, other = table(g, 2, "INT64", "STRING"), table(g, 3, "INT64", "STRING")
    word = g.constant(["four"], "string")
    g.op("HASHTABLE_IMPORT", [first, g.constant([4], "int64"), word], [])
    found = g.tensor([1], "string")
    g.op("HASHTABLE_FIND", [table(g, 2, "INT64", "STRING"), g.input([1], "int64"), word], [found])
    sizes = [g.op("HASHTABLE_SIZE", [handle], [g.tensor([1], "int64")]) for handle in (first, other)]
    g.outputs(found, *sizes)


@graph_case(on_cpu=("HASHTABLE", "HASHTABLE_IMPORT", "HASHTABLE_FIND"), keep_shapes=True, partitions=1)
def words_without_ranks(model):
    """A text model as converters write it: the file states no dims for tensors after the lookup."""
    g = model.subgraph()
    embedding = g.input([4, 5])
    handle = table(g, 0, "STRING", "INT64")
    words = g.constant(["a", "b", "c"], "string")
    g.op("HASHTABLE_IMPORT", [handle, words, g.constant([1, 2, 3], "int64")], [])
    keys = g.constant([["a", "b", "c", "x"]], "string")
    found = g.op("HASHTABLE_FIND", [handle, keys, g.constant([0], "int64")], [g.tensor([], "int64")])
    mean = g.node("MEAN", [g.node("GATHER", [embedding, found]), g.constant([1], "int32")])
    filters, bias = g.constant(seeded((3, 5), "words_w")), g.constant(seeded((3,), "words_b"))
    g.outputs(g.node("SOFTMAX", [g.node("FULLY_CONNECTED", [mean, filters, bias])], beta=1.0))
