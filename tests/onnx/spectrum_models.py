"""Writes models of complex numbers between floats, with TFLite's results:

    spectrum_models.py FOLDER    # FOLDER/NAME.tflite and NAME.npz, with ai-edge-litert's Python
"""

import pathlib
import sys

import run_dim_models
from graph_builder import open_input, seeded


def _ints(g, values):
    return g.constant(values, "int32")


def _transformed(g, x, lengths, dims):
    return g.node("RFFT2D", [x, _ints(g, lengths)], dims, dtype="complex64")


def magnitudes(g):
    """The spectrogram of frames, in the converter's form of an RFFT: on images of one row."""
    frames = g.node("EXPAND_DIMS", [g.input([5, 256]), _ints(g, -2)], [5, 1, 256])
    rows = g.node("SQUEEZE", [_transformed(g, frames, [1, 256], [5, 1, 129])], [5, 129], dtype="complex64", squeezeDims=[-2])
    g.outputs(g.node("LOG", [g.node("ADD", [g.node("COMPLEX_ABS", [rows], [5, 129]), g.constant(1.0)], [5, 129])], [5, 129]))


def _parts(name, dims, lengths):
    """Builds the real and imaginary parts of images that are cut, zero-padded or as long as the transform."""
    def build(g):
        result = [*dims[:-2], lengths[0], lengths[1] // 2 + 1]
        complex_numbers = _transformed(g, g.input(dims), lengths, result)
        g.outputs(*(g.node(part, [complex_numbers], result) for part in ("REAL", "IMAG")))

    build.__name__ = f"parts_of_{name}"
    return build


def frames_of_any_count(g):
    x = g.node("RESHAPE", [open_input(g, [-1, 64]), _ints(g, [-1, 1, 64])], [1, 1, 64])
    numbers = _transformed(g, x, [1, 64], [1, 1, 33])
    rows = g.node("RESHAPE", [numbers, _ints(g, [-1, 33])], [1, 33], dtype="complex64")
    g.outputs(g.node("REAL", [rows], [1, 33]), g.node("COMPLEX_ABS", [rows], [1, 33]))


def images_of_any_size(g):
    """Images with sides longer than the transform, and shorter."""
    numbers = _transformed(g, open_input(g, [-1, -1, -1]), [8, 16], [1, 8, 9])
    g.outputs(g.node("COMPLEX_ABS", [numbers], [1, 8, 9]))


def _runs(*shapes):
    return [[seeded(shape, f"{shape}")] for shape in shapes]


MODELS = {
    magnitudes: _runs((5, 256)),
    _parts("squares", [2, 8, 8], [8, 8]): _runs((2, 8, 8)),
    _parts("cut_images", [12, 20], [8, 16]): _runs((12, 20)),
    _parts("filled_images", [3, 2, 5, 9], [8, 16]): _runs((3, 2, 5, 9)),
    _parts("short_rows", [4, 3], [2, 2]): _runs((4, 3)),
    frames_of_any_count: _runs((1, 64), (7, 64)),
    images_of_any_size: _runs((1, 8, 16), (2, 3, 20), (1, 11, 5), (3, 1, 1), (1, 40, 40)),
}


def main():
    from model_builder import ModelBuilder

    for build, runs in MODELS.items():
        builder = ModelBuilder()
        build(builder.subgraph())
        run_dim_models.save(builder.serialize(), runs, pathlib.Path(sys.argv[1]) / build.__name__)


if __name__ == "__main__":
    main()
