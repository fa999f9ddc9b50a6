"""Models that ONNX has no form of for what their tensors are:

    refused_models.py FOLDER    # FOLDER/NAME.tflite, with ai-edge-litert's Python
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "ops" / "harness"))

WORDS = ["one", "two", "three"]


def _words(g, dims=(3,)):
    return g.input(dims, "string")


def _picked(g, words, dims=(2,)):
    return g.node("GATHER", [words, g.input(dims, "int32")], dims, dtype="string")


def words_that_pass(g):
    g.outputs(_words(g))


def words_of_open_dims(g):
    g.outputs(g.node("EQUAL", [g.input((1,), "string", signature=(-1,)), g.constant(["two"], "string")], [1], dtype="bool"))


def picked_of_an_input(g):
    g.outputs(_picked(g, _words(g)))


def picked_of_constants(g):
    g.outputs(_picked(g, g.constant(WORDS, "string")))


def compared(g):
    g.outputs(g.node("EQUAL", [_words(g), g.constant(WORDS, "string")], [3], dtype="bool"))


def picked_and_compared(g):
    """Strings are neither inputs nor outputs."""
    g.outputs(g.node("EQUAL", [_picked(g, g.constant(WORDS, "string")), g.constant(["one", "two"], "string")], [2], dtype="bool"))


def reshaped(g):
    g.outputs(g.node("RESHAPE", [_words(g), g.constant([1, 3], "int32")], [1, 3], dtype="string"))


def reshaped_by_the_run(g):
    """Strings of dims that a run decides."""
    words = g.node("RESHAPE", [_words(g), g.input((2,), "int32")], [1, 3], dtype="string")
    g.outputs(g.node("NOT_EQUAL", [words, g.constant(["two"], "string")], [1, 3], dtype="bool"))


def picked_of_places(g):
    """As many as a run finds."""
    places = g.node("WHERE", [g.input((3,), "bool")], [1, 1], dtype="int64")
    g.outputs(g.node("EQUAL", [g.node("GATHER_ND", [g.constant(WORDS, "string"), places], [1], dtype="string"),
                               g.constant(["one"], "string")], [1], dtype="bool"))


STRINGS = (words_that_pass, words_of_open_dims, picked_of_an_input, picked_of_constants, compared, picked_and_compared, reshaped,
           reshaped_by_the_run, picked_of_places)


def variable_of_2_gib(g):
    """Made of a few bytes of the file."""
    handle = g.op("VAR_HANDLE", [], [g.tensor([1], "resource")], container="", sharedName="large")
    g.input((1, 4), signature=(-1, 4))
    g.outputs(g.node("READ_VARIABLE", [handle], [1 << 29]))


def main():
    from model_builder import ModelBuilder

    for build in (*STRINGS, variable_of_2_gib):
        builder = ModelBuilder()
        build(builder.subgraph())
        (pathlib.Path(sys.argv[1]) / f"{build.__name__}.tflite").write_bytes(builder.serialize())


if __name__ == "__main__":
    main()
