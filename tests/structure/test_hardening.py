"""How programs and libraries of this build are linked."""
import os
import unittest
from pathlib import Path

from hardening import faults, is_program_or_library

BUILD = Path(os.environ["LITEVK_BUILD_DIR"])
# It stands for a driver, and binds as one does: tests/drivers/CMakeLists.txt.
LAZY = {"liblitevk_test_driver.so"}


class Hardening(unittest.TestCase):
    files = sorted(path for path in BUILD.iterdir() if is_program_or_library(path))

    def test_programs_and_libraries(self):
        self.assertGreater(len(self.files), 10)
        missing = {path.name: faults(path) for path in self.files}
        self.assertEqual({name: found for name, found in missing.items() if found and name not in LAZY}, {})


if __name__ == "__main__":
    unittest.main()
