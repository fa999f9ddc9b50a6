"""FULLY_CONNECTED of integers where the two roundings of `round(double(sum) * factor)` decide, on the device.

Two roundings differ from one if the exact product lies within a relative 2^-53 of a tie. The factor is the quotient a * b / c
of scales. Exact ties are sum = c * m with b * m odd. A case has every b for a c, as channels whose weights are 0, so that
their biases are the sums. For other factors the sums that come nearest to ties are the closest vectors of a lattice.
"""

import numpy as np
import pytest

from model_builder import ModelBuilder

LARGEST = 65535  # largest b * m: twice an integer of int16
INT32 = 2  # the enumerator of a bias of int32
CS = (1, 3, 49, 641, 65537, 1000003, 8388593, 16777213)


def ties(c, rng, widest):
    """Returns each odd b and a random sum c * m, with odd m, that is a tie for it, of either sign."""
    b = np.arange(1, LARGEST + 1, 2, dtype=np.int64)
    most = np.maximum(np.minimum(LARGEST // b, widest // c), 1)
    m = rng.integers(0, (most + 1) // 2) * 2 + 1
    return b, c * m * rng.choice((-1, 1), len(b))


def nearest(multiplier, widest):
    """The sum below `widest` whose product with the factor comes about as near to a tie as any does."""
    numerator, denominator = float(multiplier).as_integer_ratio()
    # Vectors (sum, sum * numerator modulo the denominator), the latter stretched so that both are about as wide.
    stretch = max(widest * widest // denominator, 1)
    u, v = (1, numerator % denominator * stretch), (0, denominator * stretch)
    while True:
        if u[0] * u[0] + u[1] * u[1] > v[0] * v[0] + v[1] * v[1]:
            u, v = v, u
        length = u[0] * u[0] + u[1] * u[1]
        times = (2 * (u[0] * v[0] + u[1] * v[1]) + length) // (2 * length)
        if times == 0:
            break
        v = (v[0] - times * u[0], v[1] - times * u[1])
    area, target = u[0] * v[1] - u[1] * v[0], (widest // 2, denominator * stretch // 2)
    i = round((target[0] * v[1] - target[1] * v[0]) / area)
    j = round((u[0] * target[1] - u[1] * target[0]) / area)
    found = [(i + di) * u[0] + (j + dj) * v[0] for di in (-1, 0, 1) for dj in (-1, 0, 1)]
    return min((s for s in found if 0 < s < widest), key=lambda s: abs(2 * (s * numerator % denominator) - denominator), default=1)


def is_near(number, multiplier):
    """True if the exact product lies within a relative 2^-52 of a tie without being one."""
    numerator, denominator = float(multiplier).as_integer_ratio()
    distance = abs(2 * (abs(int(number)) * numerator % denominator) - denominator)
    return 0 < distance << 52 < 2 * abs(int(number)) * numerator


def shifted(sums, rng, widest):
    """The sums themselves, their neighbours, and any others up to the ends of the type."""
    near = np.clip(sums + rng.integers(-1, 2, len(sums)), -widest, widest - 1)
    anything = np.trunc(rng.uniform(-1, 1, len(sums)) * 2.0 ** rng.uniform(0, np.log2(widest), len(sums))).astype(np.int64)
    ends = np.resize(np.array([0, 1, -1, widest - 1, -widest], dtype=np.int64), len(sums))
    return sums, near, anything, ends


def expected(sums, multipliers):
    products = sums.astype(np.float64) * multipliers
    whole = np.trunc(products)
    rounded = whole + np.sign(products) * (np.abs(products - whole) >= 0.5)
    fits = (rounded >= -(2.0**31)) & (rounded < 2.0**31)
    return np.clip(np.where(fits, rounded, -(2.0**31)), -32768, 32767).astype(np.int16)


def model_of(sums, weight_scales, output_scale, bias_type):
    units = len(sums)
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([1, 1], "int16", quantization={"scale": 1.0, "zero_point": 0})
    scales = {"scale": weight_scales.tolist(), "zero_point": [0] * units, "axis": 0}
    weights = graph.constant(np.zeros((units, 1), np.int8), "int8", quantization=scales)
    bias = graph.constant(sums.astype(bias_type), bias_type)
    out = graph.tensor([1, units], "int16", quantization={"scale": float(output_scale), "zero_point": 0})
    params = {"quantizedBiasType": INT32} if bias_type == "int32" else {}
    graph.op("FULLY_CONNECTED", [x, weights, bias], [out], version=11 if params else 7, **params)
    graph.outputs(out)
    return builder.serialize()


def check(delegates, path, sums, weight_scales, output_scale, bias_type):
    path.write_bytes(model_of(sums, weight_scales, output_scale, bias_type))
    interpreter = delegates.interpreter(path)
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], np.zeros((1, 1), np.int16))
    interpreter.invoke()
    actual = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])[0]
    multipliers = weight_scales.astype(np.float64) / np.float64(output_scale)
    wrong = np.flatnonzero(actual != expected(sums, multipliers))
    assert wrong.size == 0, [(int(sums[i]), multipliers[i].hex(), int(actual[i])) for i in wrong[:3]]
    assert delegates.report().uses("quantized_fully_connected")


@pytest.mark.parametrize("bias_type, shift", (("int32", 0), ("int64", 0), ("int64", 26)))
def test_halves(delegates, tmp_path, bias_type, shift):
    rng = np.random.default_rng(36 + shift)
    widest, below = 2 ** (31 if bias_type == "int32" else 62 - shift), 0
    for c in CS:
        b, sums = ties(c, rng, widest)
        scales, output_scale = b.astype(np.float32), np.float32(2.0 ** (1 + shift) * c)
        fractions = np.abs((sums << shift) * (scales.astype(np.float64) / np.float64(output_scale))) % 1
        below += np.count_nonzero((fractions > 0.5 - 1e-9) & (fractions < 0.5))
        for integers in shifted(sums << shift, rng, widest << shift):
            check(delegates, tmp_path / "model.tflite", integers, scales, output_scale, bias_type)
    assert below > 1000, "no product just below a half"


def beside_every_half(multiplier):
    """The two sums beside each tie of int16 that sums of 32 bits reach. A wrong result of any other sum would break the
    order between two of these with right results."""
    numerator, denominator = float(multiplier).as_integer_ratio()
    below = [half * denominator // (2 * numerator) for half in range(-LARGEST, LARGEST + 1, 2)]
    sums = np.array(sorted({s + step for s in below for step in (0, 1) if -(2**31) <= s < 2**31 - 1}))
    return np.resize(sums, -(-len(sums) // 4) * 4)


# Scales whose factors give exact ties, others whose products come nearest to ties, and factors of all magnitudes.
FACTORS = [(5, 6), (1, 98), (7, 1282), (3, 131074)]
FACTORS += [(np.nextafter(np.float32(2.0**e), np.float32(0)), np.float32(1 + 2.0**-23)) for e in (-15, -9, -3, 2)]
FACTORS += [(np.float32(2.0**e * m), np.float32(n)) for e, m, n in ((-17, 1.9, 1.1), (-14, 1.3, 1.7), (-12, 1.1, 1.3), (-8, 1.7, 1.9), (-5, 1.2, 1.6), (0, 1.4, 1.1), (6, 1.5, 1.3))]


@pytest.mark.parametrize("weight_scale, output_scale", FACTORS)
def test_every_half_of_a_factor(delegates, tmp_path, weight_scale, output_scale):
    multiplier = np.float64(np.float32(weight_scale)) / np.float64(np.float32(output_scale))
    sums = beside_every_half(multiplier)
    assert len(sums) > 60 and len(set(expected(sums, np.full(len(sums), multiplier)))) > len(sums) // 4
    scales = np.full(len(sums), weight_scale, np.float32)
    check(delegates, tmp_path / "model.tflite", sums, scales, np.float32(output_scale), "int32")


@pytest.mark.parametrize("bias_type, bits", (("int32", 31), ("int64", 53)))
def test_beside_ties(delegates, tmp_path, bias_type, bits):
    rng = np.random.default_rng(bits)
    near = 0
    for _ in range(4):
        output_scale = np.float32(rng.uniform(1, 2))
        scales = (rng.uniform(1, 2, 400) * 2.0 ** rng.integers(13 - bits, 15 - bits, 400)).astype(np.float32)
        multipliers = scales.astype(np.float64) / np.float64(output_scale)
        sums = np.array([nearest(multiplier, 2**bits) for multiplier in multipliers])
        near += sum(is_near(*pair) for pair in zip(sums, multipliers))
        for integers in (sums, -sums):
            check(delegates, tmp_path / "model.tflite", integers, scales, output_scale, bias_type)
    assert near > 10, "no product beside a half"
