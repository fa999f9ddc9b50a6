"""How programs and libraries of this build are linked and compiled."""
import os
import unittest
from pathlib import Path

from hardening import faults, fortified_functions, is_program_or_library

BUILD = Path(os.environ["LITEVK_BUILD_DIR"])
# Size below which a file may have no function that needs a stack check.
LARGE_BYTES = 200_000
# Files exempt from the checks. The test driver binds lazily, as real drivers do (tests/drivers/CMakeLists.txt).
LAZY = {"liblitevk_test_driver.so"}


class Hardening(unittest.TestCase):
    files = sorted(path for path in BUILD.iterdir() if is_program_or_library(path))

    def test_programs_and_libraries(self):
        self.assertGreater(len(self.files), 10)
        missing = {path.name: faults(path, has_checks=path.stat().st_size > LARGE_BYTES) for path in self.files}
        self.assertEqual({name: found for name, found in missing.items() if found and name not in LAZY}, {})

    def test_buffers_of_the_c_library_are_checked(self):
        for name in ("liblitevk.so", "liblitevk_runtime.so"):
            self.assertNotEqual(fortified_functions(BUILD / name), set(), name)


if __name__ == "__main__":
    unittest.main()
