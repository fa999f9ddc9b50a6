"""Wrong roundings of reference kernels, which their cases have to see: one for each family of quantized arithmetic.

Each is a text of a source and another text in its place. tests/ops/CMakeLists.txt compiles the changed sources into a
library beside liblitevk_runtime.so that no user gets; test_wrong_roundings.py runs the operators' cases on it.

    python3 wrong_roundings.py write FOLDER   writes the changed files below FOLDER
    python3 wrong_roundings.py changed        prints their paths
    python3 wrong_roundings.py compiled       prints the paths of sources that are as they are and include a changed header
"""

import dataclasses
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass(frozen=True)
class WrongRounding:
    """`right` stands once in the file. `operators`: stems of those whose cases are to see it, and that no other one is in.
    `compiled`: of a header, the sources that include it.
    """

    family: str
    file: str
    right: str
    wrong: str
    operators: tuple
    compiled: tuple = ()


WRONG = (
    WrongRounding(
        family="sums of convolutions, whose halves round up",
        file="kernels_ref/families/layer_output.h",
        right="(mask >> 1) + (product < 0 ? 1 : 0)",
        wrong="(mask >> 1)",
        operators=("conv_2d", "depthwise_conv_2d", "transpose_conv"),
        compiled=(
            "kernels_ref/families/quantized_conv.cc",
            "kernels_ref/families/quantized_depthwise_conv.cc",
            "kernels_ref/families/quantized_transpose_conv.cc",
        ),
    ),
    WrongRounding(
        family="sums of FULLY_CONNECTED, truncated",
        file="kernels_ref/families/layer_output.h",
        right="std::round(static_cast<double>(static_cast<Sum>(sum)) * factor)",
        wrong="std::trunc(static_cast<double>(static_cast<Sum>(sum)) * factor)",
        operators=("fully_connected",),
        compiled=("kernels_ref/families/quantized_fully_connected.cc",),
    ),
    WrongRounding(
        family="tables of 8 bits, truncated",
        file="kernels_ref/families/table8.h",
        right="std::round(value * inverse_scale)",
        wrong="std::trunc(value * inverse_scale)",
        operators=("logistic", "tanh"),
        compiled=("kernels_ref/logistic.cc", "kernels_ref/tanh.cc"),
    ),
    WrongRounding(
        family="exponentials and logarithms in fixed point, whose shifts round down",
        file="runtime/opset/fixed_point_exp.cc",
        right="RoundingShift(value, -exponent)",
        wrong="value >> -exponent",
        operators=("softmax", "log_softmax"),
    ),
    WrongRounding(
        family="reductions, whose factor is cut to 15 bits",
        file="runtime/opset/families/quantized_reduce.cc",
        right="(int64_t{factor.multiplier} << shift) / count",
        wrong="((int64_t{factor.multiplier} << shift) / count) & ~0xFFFF",
        operators=("mean",),
    ),
    WrongRounding(
        family="windows, whose halves round up",
        file="kernels_ref/average_pool_2d.cc",
        right="sum > 0 ? sum + half : sum - half",
        wrong="sum + half",
        operators=("average_pool_2d",),
    ),
    WrongRounding(
        family="resizing, whose halves round up",
        file="kernels_ref/resize_bilinear.cc",
        right="(value > 0 ? kOne / 2 : -kOne / 2)",
        wrong="kOne / 2",
        operators=("resize_bilinear",),
    ),
    WrongRounding(
        family="numbers moved to another scale, truncated",
        file="runtime/opset/ops/concatenation.cc",
        right="std::round(static_cast<float>(number) * factor + bias)",
        wrong="std::trunc(static_cast<float>(number) * factor + bias)",
        operators=("concatenation",),
    ),
    WrongRounding(
        family="sums of 64 bits, rounded down",
        file="runtime/opset/fixed_point.cc",
        right="static_cast<int64_t>(product + half)",
        wrong="static_cast<int64_t>(product + 0 * half)",
        operators=("reduce_prod",),
    ),
    WrongRounding(
        family="rows of floats quantized at run time, truncated",
        file="kernels_ref/families/hybrid_rows.cc",
        right="static_cast<int>(number + std::copysign(half, number))",
        wrong="static_cast<int>(number + 0.0F * half)",
        operators=("batch_matmul",),
    ),
    WrongRounding(
        family="floats that become numbers, whose halves round up",
        file="runtime/opset/number_of_float.h",
        right="std::round(value / channel.scale)",
        wrong="std::floor(value / channel.scale + 0.5F)",
        operators=("quantize",),
        compiled=("kernels_ref/quantize.cc",),
    ),
    WrongRounding(
        family="products of two operands, rounded once",
        file="kernels_ref/mul.cc",
        right="return Rescale(left * right, factor);",
        wrong="return static_cast<int32_t>((int64_t{left * right} * factor.multiplier + (int64_t{1} << (30 + factor.right - "
        "factor.left))) >> (31 + factor.right - factor.left));",
        operators=("mul",),
    ),
    WrongRounding(
        family="quotients, rounded down",
        file="kernels_ref/div.cc",
        right="return RoundingShift(quotient, reciprocal.exponent + headroom + factor.right - factor.left);",
        wrong="return quotient >> ((reciprocal.exponent + headroom + factor.right - factor.left) & 31);",
        operators=("div",),
    ),
    WrongRounding(
        family="gates of 16 bits, whose last shift rounds down",
        file="kernels_ref/hard_swish.cc",
        right="return RoundingShift(static_cast<int16_t>(product / (1 << 15)), -output_.exponent);",
        wrong="return static_cast<int16_t>((product / (1 << 15)) >> -output_.exponent);",
        operators=("hard_swish",),
    ),
    WrongRounding(
        family="tables of 16 bits, whose entries are truncated",
        file="runtime/opset/table16.h",
        right="const Real number = std::round(number_at(value));",
        wrong="const Real number = std::trunc(number_at(value));",
        operators=("exp", "log"),
        compiled=(
            "kernels_ref/exp.cc",
            "kernels_ref/gelu.cc",
            "kernels_ref/log.cc",
            "kernels_ref/rsqrt.cc",
            "kernels_ref/softmax.cc",
        ),
    ),
    WrongRounding(
        family="gates of the integer LSTM, whose shifts round down",
        file="kernels_ref/families/gates16.cc",
        right="return Wrap(RoundingShift(value, -exponent));",
        wrong="return Wrap(value >> -exponent);",
        operators=("unidirectional_sequence_lstm",),
    ),
)


def changed_texts():
    """The texts of the changed files by their paths."""
    texts = {}
    for entry in WRONG:
        text = texts.get(entry.file, (ROOT / entry.file).read_text())
        if text.count(entry.right) != 1:
            raise ValueError(f"{entry.file} has {entry.right!r} {text.count(entry.right)} times, expected once: {__file__}")
        texts[entry.file] = text.replace(entry.right, entry.wrong)
    return texts


def write(folder):
    texts = changed_texts()
    # What an earlier list had would be included in place of the source.
    for path in pathlib.Path(folder).rglob("*"):
        if path.is_file() and str(path.relative_to(folder)) not in texts:
            path.unlink()
    for name, text in texts.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text() != text:
            path.write_text(text)


def main():
    if sys.argv[1] == "write":
        write(sys.argv[2])
    elif sys.argv[1] == "changed":
        print(";".join(dict.fromkeys(entry.file for entry in WRONG)), end="")
    else:
        print(";".join(dict.fromkeys(name for entry in WRONG for name in entry.compiled)), end="")


if __name__ == "__main__":
    main()
