"""Tests tools/build/typed_functions.py: the code that it makes of rows, and the files that it refuses."""
import os
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tools" / "build"))

from typed_functions import glsl, read_rows  # noqa: E402

ROWS = """// A comment.
LITEVK_TYPED_OP(ADD, add, Add, Any)
LITEVK_TYPED_OP(DIV, div, Div, Divides)
LITEVK_TYPED(Add, Int32, "l + r")
LITEVK_TYPED(Add, Int64, "Add64(l, r)")
LITEVK_TYPED(Div, Int32, "l / r")
"""


class Functions(unittest.TestCase):
    def test_codes_are_places_after_those_that_are_no_rows(self):
        self.assertEqual([(row.code, row.type) for row in read_rows(ROWS)], [(3, "Int32"), (3, "Int64"), (4, "Int32")])

    def test_a_function_for_each_type(self):
        text = glsl(read_rows(ROWS))
        for line in ("const uint kCast = 1;", "uvec2 OfInt32(const uint function, const int l, const int r) {",
                     "    case 3: return Word(l + r);\n    case 4: return Word(l / r);\n", "    case 3: return Word(Add64(l, r));"):
            self.assertIn(line, text)

    def test_a_row_that_is_none_is_refused(self):
        for row in ('LITEVK_TYPED(Add, Int8, "l")', 'LITEVK_TYPED(Sub, Int32, "l - r")', "LITEVK_TYPED_OP(SUB, sub, Sub, Odd)"):
            with self.subTest(row):
                self.assertRaisesRegex(ValueError, "not a row of a typed function", read_rows, ROWS + row)

    def test_a_function_of_no_type_is_refused(self):
        self.assertRaisesRegex(ValueError, "without a type: \\['Sub'\\]", read_rows, ROWS + "LITEVK_TYPED_OP(SUB, sub, Sub, Any)")


if __name__ == "__main__":
    unittest.main()
