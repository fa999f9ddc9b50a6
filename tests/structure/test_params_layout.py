"""Every field and code of builtin_params.h has a row of TFLite's own header, with which layout_checks.cc compares it."""
import os
import re
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tools/test"))
import params_layout  # noqa: E402


class ParamsLayout(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.header = params_layout.OURS.read_text()
        cls.rows = (SOURCE / "runtime/tflite/builtin_params_layout.inc").read_text()

    def test_every_field_has_its_rows(self):
        found = re.findall(r"^LITEVK_FIELD\((\w+), (\w+), ", self.rows, re.M)
        wanted = [(struct, field) for struct, field in params_layout.fields(self.header)
                  for _ in params_layout.theirs(struct)]
        self.assertGreater(len(wanted), 150)
        self.assertEqual(found, wanted)

    def test_every_code_has_its_row(self):
        found = re.findall(r"^LITEVK_CODE\((\w+), ", self.rows, re.M)
        self.assertEqual(found, params_layout.codes(self.header))

    def test_every_declaration_is_read(self):
        declared = re.findall(r"^(?:struct|enum) (\w+)", self.header, re.M)
        read = {struct for struct, _ in params_layout.fields(self.header)}
        enums = re.findall(r"^enum (\w+) : int \{", self.header, re.M)
        self.assertEqual(sorted(declared), sorted([*read, *enums]))


if __name__ == "__main__":
    unittest.main()
