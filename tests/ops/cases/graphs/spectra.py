"""Front ends of models for sound: frames of a signal, their spectra, and nodes that read complex values."""

import numpy as np

from graph_builder import graph_case, open_input, seeded


def _spectrum(g, frames, length, shape):
    """tf.signal.rfft as converters write it: RFFT2D of images with one row."""
    image = g.node("EXPAND_DIMS", [frames, g.constant(-2, "int32")], [*shape, 1, length])
    lengths, bins = g.constant([1, length], "int32"), length // 2 + 1
    spectrum = g.node("RFFT2D", [image, lengths], [*shape, 1, bins], dtype="complex64")
    return g.node("SQUEEZE", [spectrum], [*shape, bins], dtype="complex64", squeezeDims=[-2])


def _mel(g, magnitudes, bins):
    weights = g.constant(seeded((6, bins), "mel", 0.0, 0.2))
    return g.node("FULLY_CONNECTED", [magnitudes, weights, g.constant(np.zeros(6))], keepNumDims=True)


@graph_case(resize=(([3, 5, 32],), ([1, 2, 32],)))
def spectrogram(m):
    """The logarithm of the mel spectrum of windowed frames."""
    g = m.subgraph()
    frames = open_input(g, [-1, -1, 32])
    windowed = g.node("MUL", [frames, g.constant(np.hanning(32))], [1, 1, 32])
    magnitudes = g.node("COMPLEX_ABS", [_spectrum(g, windowed, 32, [1, 1])], [1, 1, 17])
    mel = g.node("ADD", [_mel(g, magnitudes, 17), g.constant(0.5)], [1, 1, 6])
    g.outputs(g.node("LOG", [mel], [1, 1, 6]))


@graph_case()
def power_spectrum(m):
    """The power of a spectrum, the sum of squares of REAL and IMAG, which TANH compresses."""
    g = m.subgraph()
    spectrum = _spectrum(g, g.input([2, 3, 16]), 16, [2, 3])
    parts = [g.node(op, [spectrum]) for op in ("REAL", "IMAG")]
    power = g.node("ADD", [g.node("MUL", [part, part]) for part in parts])
    g.outputs(g.node("TANH", [power]), spectrum)


@graph_case()
def spectrum_angles(m):
    """The numbers that are real by symmetry have an imaginary part of -0: their angles are 0 and -pi."""
    g = m.subgraph()
    of_images = g.node("RFFT2D", [g.input([3, 4, 8]), g.constant([4, 8], "int32")], [3, 4, 5], dtype="complex64")
    spectra = (_spectrum(g, g.input([5, 16]), 16, [5]), of_images)
    g.outputs(*(g.node("ATAN2", [g.node("IMAG", [spectrum]), g.node("REAL", [spectrum])]) for spectrum in spectra))


@graph_case()
def spectrum_cut_and_joined(m):
    """Nodes that move data take complex values too."""
    g = m.subgraph()
    spectrum = _spectrum(g, g.input([4, 64]), 64, [4])
    bounds = [g.constant(values, "int32") for values in ([0, 1], [4, 32])]
    low = g.node("SLICE", [spectrum, *bounds], dtype="complex64")
    turned = g.node("TRANSPOSE", [low, g.constant([1, 0], "int32")], dtype="complex64")
    flat = g.node("RESHAPE", [turned, g.constant([8, 16], "int32")], dtype="complex64")
    g.outputs(g.node("RELU6", [g.node("COMPLEX_ABS", [flat])]), g.node("NEG", [g.node("IMAG", [turned])]))


@graph_case(on_cpu=("STABLEHLO_PAD",), partitions=2, refused_by=("tflite-2.14.0",))
def spectrum_padded_on_the_cpu(m):
    """Complex values leave one partition and enter the next."""
    g = m.subgraph()
    spectrum = _spectrum(g, g.input([3, 16]), 16, [3])
    padding = {"edgePaddingLow": [0, 1], "edgePaddingHigh": [0, 2], "interiorPadding": [1, 0]}
    zero = g.constant(np.zeros((), np.complex64), "complex64")
    padded = g.node("STABLEHLO_PAD", [spectrum, zero], dtype="complex64", **padding)
    g.outputs(g.node("COMPLEX_ABS", [padded]), g.node("REAL", [padded]))


@graph_case()
def spectrum_multiplied(m):
    """A filter in the frequency domain."""
    g = m.subgraph()
    spectrum = _spectrum(g, g.input([3, 16]), 16, [3])
    response = (seeded((9,), "real") + 1j * seeded((9,), "imaginary")).astype(np.complex64)
    filtered = g.node("MUL", [spectrum, g.constant(response, "complex64")], version=6, dtype="complex64")
    g.outputs(g.node("COMPLEX_ABS", [filtered]), g.node("REAL", [filtered]))


@graph_case(resize=(([1, 12, 20],), ([3, 4, 16],)))
def spectrum_of_images(m):
    """RFFT2D pads or crops the two dims of images to its lengths."""
    g = m.subgraph()
    image, lengths = open_input(g, [-1, -1, -1]), g.constant([8, 16], "int32")
    spectrum = g.node("RFFT2D", [image, lengths], [1, 8, 9], dtype="complex64")
    g.outputs(g.node("COMPLEX_ABS", [spectrum], [1, 8, 9]))
