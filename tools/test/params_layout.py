"""Prints the offsets of the parameter structs' fields in TFLite's own header, and its codes, as rows of
runtime/tflite/builtin_params_layout.inc. The project's own header is compared with them in
runtime/tflite/layout_checks.cc.

    python3 tools/test/params_layout.py ~/LiteRT > runtime/tflite/builtin_params_layout.inc

The folder is a checkout of LiteRT, or of TensorFlow with the third_party folders that its header includes. A compiler (the
variable CC, or cc) compiles the header, so a struct or a field that TFLite does not have is an error. Pointers are of 64
bits.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

OURS = pathlib.Path(__file__).resolve().parents[2] / "runtime/tflite/builtin_params.h"
HEADERS = ("tflite/converter/core/c/builtin_op_data.h", "tensorflow/compiler/mlir/lite/core/c/builtin_op_data.h",
           "tensorflow/lite/core/c/builtin_op_data.h")
# The project's structs that stand for several of TFLite's structs with the same first fields.
SHARED = {
    "TfLiteArithmeticParams": ("TfLiteAddParams", "TfLiteSubParams", "TfLiteMulParams", "TfLiteDivParams"),
    "TfLiteAddParams": ("TfLiteAddParams", "TfLiteSubParams"),
    "TfLiteArgMinMaxParams": ("TfLiteArgMaxParams", "TfLiteArgMinParams"),
    "TfLiteBlockSizeParams": ("TfLiteDepthToSpaceParams", "TfLiteSpaceToDepthParams"),
    "TfLiteConv3DParams": ("TfLiteConv3DParams", "TfLiteConv3DTransposeParams"),
    "TfLiteSplitParams": ("TfLiteSplitParams", "TfLiteSplitVParams"),
}
# The project's structs for operators for which TFLite has no parameter struct.
ONLY_OURS = ("TfLiteCallParams", "TfLiteConcatEmbeddingsParams")


def code_of(text):
    return re.sub(r"//[^\n]*", "", text)


def fields(text):
    """(struct, field) of every parameter struct in the project's header."""
    return [(struct, field)
            for struct, body in re.findall(r"struct (\w+) \{(.*?)\};", code_of(text), re.S)
            for field in re.findall(r"(\w+)(?:\[[^;]*\])?(?: = 0)?;", body)]


def codes(text):
    """The enumerators in the project's header."""
    return [code for body in re.findall(r"enum \w+ : int \{(.*?)\};", code_of(text), re.S)
            for code in re.findall(r"(\w+) =", body)]


def theirs(struct):
    return () if struct in ONLY_OURS else SHARED.get(struct, (struct,))


def program(text, header, source):
    """A C program that prints the rows."""
    lines = ["#include <stdio.h>", f'#include "{header}"', "int main(void) {"]
    for struct, field in fields(text):
        for name in theirs(struct):
            of = "" if name == struct else f"  // {name}"
            lines.append(f'printf("LITEVK_FIELD({struct}, {field}, %zu, %zu);{of}\\n", offsetof({name}, {field}), '
                         f"sizeof((({name}*)0)->{field}));")
    for code in codes(text):
        # The header spells the codes of one enum without the k.
        name = code if re.search(rf"\b{code}\b", source) else code[1:]
        lines.append(f'printf("LITEVK_CODE({code}, %d);\\n", (int){name});')
    return "\n".join([*lines, "return 0;", "}"])


def rows(root, compiler):
    header = next((name for name in HEADERS if (root / name).is_file()), None)
    if header is None:
        sys.exit(f"params_layout: {root} has none of {', '.join(HEADERS)}")
    with tempfile.TemporaryDirectory() as folder:
        source, binary = pathlib.Path(folder, "layout.c"), pathlib.Path(folder, "layout")
        source.write_text(program(OURS.read_text(), header, (root / header).read_text()))
        subprocess.run([compiler, "-I", root, "-o", binary, source], check=True)
        return subprocess.run([binary], check=True, capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path, help="a checkout of LiteRT or TensorFlow")
    root = parser.parse_args().root
    print("// Layout in TFLite's builtin_op_data.h of the fields of builtin_params.h, with 64-bit pointers, and the values of its codes.")
    print("// Output of tools/test/params_layout.py. LITEVK_FIELD(struct, field, offset, bytes); LITEVK_CODE(name, value);")
    print(rows(root, os.environ.get("CC", "cc")), end="")


if __name__ == "__main__":
    main()
