"""Wrong roundings of reference kernels, which the cases of each quantized signature must detect: one for each line that rounds
quantized integers. Ties go towards zero. In tables, which have no ties, values within 1/64 above a tie do.

Each is a text of a source and its replacement. The changed sources, and those that include a changed header, are compiled by
tests/ops/CMakeLists.txt into a library for tests only, beside liblitevk_runtime.so. The cases run on that library in
test_wrong_roundings.py.

    python3 wrong_roundings.py write FOLDER   writes the changed files below FOLDER
    python3 wrong_roundings.py changed        prints their paths

    python3 wrong_roundings.py compiled       prints the paths of unchanged sources that include a changed header
"""

import dataclasses
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("kernels_ref", "runtime/opset")


@dataclasses.dataclass(frozen=True)
class WrongRounding:
    """`right` is the original text, which occurs once in the file, and `wrong` replaces it."""

    family: str
    file: str
    right: str
    wrong: str


WRONG = (
    WrongRounding(
        family="numbers of 32 bits shifted to the right",
        file="runtime/opset/quantized/fixed_point.h",
        right="(mask >> 1) + (value < 0 ? 1 : 0)",
        wrong="(mask >> 1) + (value < 0 ? 0 : 1)",
    ),
    WrongRounding(
        family="products with a factor of 32 bits",
        file="runtime/opset/quantized/fixed_point.h",
        right="(int64_t{shifted} * multiplier.multiplier + half)",
        wrong="(int64_t{shifted} * multiplier.multiplier + half - 1)",
    ),
    WrongRounding(
        family="sums of 64 bits",
        file="runtime/opset/quantized/fixed_point.cc",
        right="static_cast<int64_t>(product + half)",
        wrong="static_cast<int64_t>(product + half - 1)",
    ),
    WrongRounding(
        family="numbers of 16 bits shifted to the right",
        file="runtime/opset/quantized/fixed_point_math.cc",
        right="(mask >> 1) + (value < 0 ? 1 : 0)",
        wrong="(mask >> 1) + (value < 0 ? 0 : 1)",
    ),
    WrongRounding(
        family="sums of convolutions by factors below one",
        file="kernels_ref/common/layer_output.h",
        right="(mask >> 1) + (product < 0 ? 1 : 0)",
        wrong="(mask >> 1) + (product < 0 ? 0 : 1)",
    ),
    WrongRounding(
        family="sums of FULLY_CONNECTED by doubles",
        file="kernels_ref/common/layer_output.h",
        right="const double integer = std::round(static_cast<double>(static_cast<Sum>(sum)) * rescaling);",
        wrong="const double exact = static_cast<double>(static_cast<Sum>(sum)) * rescaling;\n"
        "      const double integer = std::copysign(std::ceil(std::abs(exact) - 0.5), exact);",
    ),
    WrongRounding(
        family="tables of 8 bits",
        file="kernels_ref/elementwise/table8.h",
        right="const float integer = std::round(value * inverse_scale) + static_cast<float>(zero_point);",
        wrong="const float exact = value * inverse_scale;\n"
        "  const float integer = std::copysign(std::ceil(std::abs(exact) - 0.515625F), exact) + static_cast<float>(zero_point);",
    ),
    WrongRounding(
        family="tables of 16 bits",
        file="runtime/opset/quantized/table16.h",
        right="const Real integer = std::round(scaled_at(value));",
        wrong="const Real exact = scaled_at(value);\n"
        "      const Real integer = std::copysign(std::ceil(std::abs(exact) - Real{0.515625}), exact);",
    ),
    WrongRounding(
        family="sigmoids of 16 bits",
        file="kernels_ref/elementwise/sigmoid16.cc",
        right="result + (1 << 9) : (1 << 25) - result + (1 << 9) - 1",
        wrong="result + (1 << 9) - (1 << 4) : (1 << 25) - result + (1 << 9) - 1 - (1 << 4)",
    ),
    WrongRounding(
        family="hyperbolic tangents of 16 bits",
        file="kernels_ref/elementwise/sigmoid16.cc",
        right="doubled + (1 << 7) : -doubled + (1 << 7) - 1",
        wrong="doubled + (1 << 7) - (1 << 2) : -doubled + (1 << 7) - 1 - (1 << 2)",
    ),
    WrongRounding(
        family="exponentials and logarithms in fixed point",
        file="runtime/opset/quantized/fixed_point_exp.cc",
        right="RoundingShift(value, -exponent)",
        wrong="RoundingShift(static_cast<int32_t>(value - ((int64_t{1} << -exponent) >> 6)), -exponent)",
    ),
    WrongRounding(
        family="roots, whose fractions are cut off",
        file="kernels_ref/sqrt.cc",
        right="static_cast<float>(value)) / scales.to.scale)",
        wrong="static_cast<float>(value)) / scales.to.scale + 0.015625F)",
    ),
    WrongRounding(
        family="windows",
        file="kernels_ref/average_pool_2d.cc",
        right="const int half = inside / 2;",
        wrong="const int half = (inside - 1) / 2;",
    ),
    WrongRounding(
        family="resizing",
        file="kernels_ref/resize_bilinear.cc",
        right="(value > 0 ? kOne / 2 : -kOne / 2)",
        wrong="(value > 0 ? kOne / 2 - 1 : 1 - kOne / 2)",
    ),
    WrongRounding(
        family="numbers of CONCATENATION moved to another scale",
        file="runtime/opset/ops/concatenation.cc",
        right="const int32_t steps = TruncateToInt32(std::round(static_cast<float>(integer) * multiplier + bias));",
        wrong="const float exact = static_cast<float>(integer) * multiplier + bias;\n"
        "  const int32_t steps = TruncateToInt32(std::copysign(std::ceil(std::abs(exact) - 0.5F), exact));",
    ),
    WrongRounding(
        family="rows of floats quantized at run time",
        file="kernels_ref/common/dynamic_int8_rows.cc",
        right="std::copysign(half, scaled)",
        wrong="std::copysign(half - 0.015625F, scaled)",
    ),
    WrongRounding(
        family="floats that become numbers",
        file="runtime/opset/quantized/quantize_float.h",
        right="const int32_t steps = TruncateToInt32(std::round(value / channel.scale));",
        wrong="const float exact = value / channel.scale;\n"
        "  const int32_t steps = TruncateToInt32(std::copysign(std::ceil(std::abs(exact) - 0.5F), exact));",
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
    # Removes files of an earlier list, which would be included in place of the source.
    for path in pathlib.Path(folder).rglob("*"):
        if path.is_file() and str(path.relative_to(folder)) not in texts:
            path.unlink()
    for name, text in texts.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text() != text:
            path.write_text(text)


def changed():
    return list(dict.fromkeys(entry.file for entry in WRONG))


def compiled():
    """Sources that include a changed header, or a header that does."""
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in (".cc", ".h")]
    includes = {str(path.relative_to(ROOT)): set(re.findall(r'#include "([^"]+)"', path.read_text())) for path in files}
    reached = {name for name in changed() if name.endswith(".h")}
    while more := {name for name, included in includes.items() if included & reached} - reached:
        reached |= more
    return [name for name in sorted(reached) if name.endswith(".cc") and name not in changed()]


def main():
    if sys.argv[1] == "write":
        write(sys.argv[2])
    else:
        print(";".join({"changed": changed, "compiled": compiled}[sys.argv[1]]()), end="")


if __name__ == "__main__":
    main()
