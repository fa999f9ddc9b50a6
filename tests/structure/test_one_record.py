"""Checks that there is no second list of operators: outside of its record, only an operator's own files name it."""
import os
import unittest
from pathlib import Path

from operator_names import Operators

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
FOLDERS = ("bench", "cmake", "delegate", "kernels_ref", "kernels_cpu", "onnx", "runtime", "tools")
SUFFIXES = (".c", ".cc", ".h", ".hpp", ".inc", ".py")
# Files that may list operators: the records, the codes of the C ABI and the schema, the GPU's elementwise tables, and patterns
# of nodes. Fast CPU kernels have a list too, and the layers by which CPU rates are measured.
LISTS = ("runtime/opset/", "runtime/tflite/builtin_", "runtime/tflite/schema/", "delegate/kernel/elementwise.inc",
         "delegate/ops/elementwise/typed_elementwise.inc", "delegate/ops/elementwise/lookup.inc", "delegate/ops/elementwise/quantized_binary.inc", "delegate/ops/fusions/", "onnx/passes/", "kernels_cpu/kernel_list.inc", "bench/cpu_rates/layers.py")
# Other things that have an operator's name, keyed by file and name.
OTHER_THINGS = {("delegate/verdict/reasons.cc", "shape"): "the code of a reason"}


def findings(operators, files):
    """"FILE:LINE: WORD" for each mention of an operator in a file that is not the operator's own."""
    return [f"{path}:{found.line}: {found.text}" for path, text in files.items() if not path.startswith(LISTS)
            for found in operators.named_in(path, text)
            if Path(path).stem != found.stem and (path, found.stem) not in OTHER_THINGS]


class OneRecord(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.operators = Operators((SOURCE / "runtime/opset/op_list.inc").read_text())
        cls.files = {str(path.relative_to(SOURCE)): path.read_text() for folder in FOLDERS
                     for path in sorted((SOURCE / folder).rglob("*")) if path.suffix in SUFFIXES}

    def test_every_operator_is_looked_for(self):
        self.assertGreater(len(self.operators.stems), 100)
        self.assertEqual(self.operators.stems["CONV_2D"], "conv_2d")
        self.assertEqual(self.operators.stems["MaxUnpooling2D"], "max_unpooling_2d")

    def test_no_file_names_an_operator_that_is_not_its_own(self):
        self.assertEqual(findings(self.operators, self.files), [])

    def test_every_operator_is_named_in_its_record(self):
        for name, stem in self.operators.stems.items():
            path = f"runtime/opset/ops/{stem}.cc"
            named = {found.text for found in self.operators.named_in(path, self.files[path]) if found.stem == stem}
            self.assertIn(name, named)

    def test_other_things_are_still_there(self):
        for path, stem in OTHER_THINGS:
            named = [found.stem for found in self.operators.named_in(path, self.files[path])]
            self.assertEqual(named.count(stem), 1, path)

    def test_a_name_is_found(self):
        lines = {"a.cc": ["if (node.op_code == abi::kTfLiteBuiltinDepthwiseConv2d) {", 'if (name == "CONV_2D") {',
                          "case schema::BuiltinOperator::PAD:", "return {kOpInfo_pad};",
                          'help = "such as SOFTMAX"; /* no end', "op.builtin_options_as_WhileOptions()",
                          "if (is<schema::ReshapeOptions>(op)) {", 'stems = {"conv_2d"};',
                          "if (node.op_code == kCustomMaxUnpooling2D) {", 'if (name == "MaxUnpooling2D") {'],
                 "a.py": ['if name == "CONV_2D":\n  pass', "code = schema.BuiltinOperator.SOFTMAX", 'x = ["max_pool_2d"]']}
        for path, texts in lines.items():
            for text in texts:
                with self.subTest(text):
                    self.assertEqual(len(findings(self.operators, {path: text})), 1)

    def test_own_files_comments_and_words_are_not(self):
        files = {"kernels_ref/conv_2d.cc": "x = abi::kTfLiteBuiltinConv2d;", "a.h": "int y;  // of a CONV_2D",
                 "b.h": '/* CONV_2D\nPAD */', "e.h": '#include "kernels_ref/max_pool_2d.h"', "c.py": 'def f():\n  """CONV_2D"""\n',
                 "d.cc": 'x = json["shape"]; LogOptions(); kTfLiteBuiltinCustom;',
                 "runtime/opset/op_list.inc": "LITEVK_OP(CONV_2D, conv_2d)"}
        self.assertEqual(findings(self.operators, files), [])


if __name__ == "__main__":
    unittest.main()
