"""Quantized models that TensorFlow's converter wrote, as they are (tests/ops/converted), each run on three sequences of values."""

import pathlib

from ai_edge_litert import schema_py_generated as schema

from graph_builder import graph_case

_FOLDER = pathlib.Path(__file__).resolve().parents[2] / "converted"


def _input_shapes(file):
    graph = schema.ModelT.InitFromPackedBuf(file, 0).subgraphs[0]
    return [graph.tensors[index].shape.tolist() for index in graph.inputs]


def _register(path):
    file = path.read_bytes()

    def build(m):
        m.read(file)

    build.__name__ = f"converted_{path.stem}"
    graph_case(resize=[_input_shapes(file)] * 2, keep_shapes=True)(build)


for _path in sorted(_FOLDER.glob("*.tflite")):
    _register(_path)
