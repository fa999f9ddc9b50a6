"""Tests tools/build/elementwise_steps.py: the code that it makes of rows, and the files that it refuses."""
import os
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tools" / "build"))

from elementwise_steps import glsl, read_steps  # noqa: E402

ROWS = """// A comment.
LITEVK_STEP(Add, Finite, Everywhere, "v + x")
LITEVK_STEP(Maximum, TakesRight, Everywhere, "max(v, x)")
LITEVK_STEP(ReverseMaximum, TakesLeft, Everywhere, "max(v, x)")
LITEVK_UNARY(RELU, relu, Relu, KeepsNan, Everywhere, "max(v, 0.0)")
LITEVK_UNARY(EXP, exp, Exp, AsComputed, Own, "exp(v)")
LITEVK_BINARY(ADD, add, Add, Add)
"""


class Steps(unittest.TestCase):
    def test_codes_are_places(self):
        self.assertEqual([(step.code, step.name) for step in read_steps(ROWS)],
                         [(1, "Add"), (2, "Maximum"), (3, "ReverseMaximum"), (4, "Relu"), (5, "Exp")])

    def test_shaders_learn_rules_from_codes(self):
        text = glsl(read_steps(ROWS))
        for line in ("const uint kLastFinite = 1;", "const uint kLastChoice = 3;", "const uint kLastClamp = 4;",
                     "bool TakesRight(const uint op) { return op == 2; }"):
            self.assertIn(line, text)

    def test_equal_expressions_share_a_case(self):
        self.assertIn("    case 2:\n    case 3: result = max(v, x); break;\n", glsl(read_steps(ROWS)))

    def test_own_steps_are_left_out_of_other_kernels(self):
        self.assertIn("#ifdef ALL_STEPS\n    case 5: result = exp(v); break;\n#endif\n", glsl(read_steps(ROWS)))

    def test_rules_stand_together(self):
        rows = ROWS + 'LITEVK_STEP(Late, Finite, Everywhere, "v")\n'
        self.assertRaisesRegex(ValueError, "order of rules", read_steps, rows)

    def test_a_row_that_is_none_is_refused(self):
        for row in ('LITEVK_STEP(Odd, Sometimes, Everywhere, "v")', 'LITEVK_STEP(Odd, Finite, Nowhere, "v")',
                    "LITEVK_UNARY(ODD, Odd, Finite, Everywhere, \"v\")"):
            with self.subTest(row):
                self.assertRaisesRegex(ValueError, "not a row of a step", read_steps, row + "\n" + ROWS)


if __name__ == "__main__":
    unittest.main()
