"""Runs a real model on fixed inputs, with the interpreter's own kernels and with the delegate."""

import dataclasses
import functools
import zlib

import numpy as np

import harness

try:
    import composed
except ImportError:  # tflite-runtime's wheel lacks the schema, which is needed to cut models
    composed = None

Resolver = harness.tflite.OpResolverType

RELATIVE_BOUND = 1e-4
SPREAD_FACTOR = 4.0
ABSOLUTE_BOUND = 1e-6

# Input shapes of models whose own shapes are placeholders: a second of sound, in 16 kHz samples.
INPUT_SHAPES = {"melspectrogram": [(1, 16000)]}
# Exclusive upper bounds of integers for each input: the words of a vocabulary, the values of a mask.
INTEGERS_BELOW = {"bert": [200, 2, 2], "bert_of_pytorch": [200, 2]}


@dataclasses.dataclass
class Reference:
    """The interpreter's outputs without the delegate, and the bound of a result's difference from them."""

    inputs: list
    outputs: list
    bounds: list  # one for each output
    kernels: str  # the kernels that computed the outputs


def loaded(model, resolver):
    """An allocated interpreter without the delegate; None when the interpreter cannot load the model."""
    try:
        interpreter = harness.interpreter_of(model, experimental_op_resolver_type=resolver)
        set_own_shapes(interpreter, model)
        interpreter.allocate_tensors()
    except (RuntimeError, ValueError):
        return None
    return interpreter


def set_own_shapes(interpreter, model):
    for detail, shape in zip(interpreter.get_input_details(), INPUT_SHAPES.get(model.stem, [])):
        interpreter.resize_tensor_input(detail["index"], shape)


def seeded_inputs(interpreter, model):
    """Values of the inputs: floats are uniform in [0, 1), as MediaPipe scales images; the seed is the input's index."""
    return inputs_for(interpreter.get_input_details(), model)


def inputs_for(details, model):
    """Seeded values for inputs with these details."""
    below = INTEGERS_BELOW.get(model.stem, [])
    return [_seeded(i, detail, below[i] if below else None) for i, detail in enumerate(details)]


def _seeded(position, detail, below):
    rng = np.random.default_rng(zlib.crc32(b"input%d" % position))
    if detail["dtype"] == np.float32:
        return rng.random(detail["shape"], dtype=np.float32)
    return rng.integers(0, below, detail["shape"], dtype=detail["dtype"])


def fresh_run(interpreter, inputs):
    """The outputs of a run whose states, if any, begin at zero."""
    interpreter.reset_all_variables()
    return harness.run(interpreter, inputs)


def composition(model, resolver):
    """The model with numpy in place of custom operators for which the interpreter has no reference kernels."""
    make = functools.partial(harness.tflite.Interpreter, experimental_op_resolver_type=resolver)
    return composed.Composition(model.read_bytes(), lambda content: make(model_content=content))


def composed_reference(model):
    """The reference of a model with custom operators. The spread is that to the default kernels, which may have the operators
    too, since XNNPACK has some."""
    plain, stock = composition(model, Resolver.BUILTIN_REF), loaded(model, Resolver.BUILTIN)
    inputs = seeded_inputs(plain, model)
    outputs = plain.run(inputs)
    others = harness.run(stock, inputs) if stock else composition(model, Resolver.BUILTIN).run(inputs)
    bounds = [bound(a, largest_difference(a, b)) for a, b in zip(outputs, others)]
    return Reference(inputs, outputs, bounds, "BUILTIN_REF and numpy")


def reference(model):
    """The reference of a model; None if this interpreter can neither load nor compose it."""
    if composed is not None and composed.is_needed(model.read_bytes()):
        return composed_reference(model)
    stock = loaded(model, Resolver.BUILTIN)
    if stock is None:
        return None
    inputs = seeded_inputs(stock, model)
    optimized = harness.run(stock, inputs)
    plain = loaded(model, Resolver.BUILTIN_REF)
    if plain is None:
        return Reference(inputs, optimized, [bound(values, 0.0) for values in optimized], "BUILTIN")
    outputs = harness.run(plain, inputs)
    bounds = [bound(a, largest_difference(a, b)) for a, b in zip(outputs, optimized)]
    return Reference(inputs, outputs, bounds, "BUILTIN_REF")


def bound(values, spread):
    """The bound of a result's difference from `values`, if the interpreter's own kernels differ by `spread`."""
    if np.issubdtype(values.dtype, np.integer):
        return 0.0
    largest = float(np.max(np.abs(values), initial=0.0))
    return max(RELATIVE_BOUND * largest, SPREAD_FACTOR * spread, ABSOLUTE_BOUND)


def largest_difference(actual, expected):
    """The largest difference; infinite if only one of two elements is finite."""
    assert actual.shape == expected.shape
    difference = np.abs(actual.astype(np.float64) - expected)
    return float(np.max(np.where(np.isfinite(difference), difference, np.inf), initial=0.0))
