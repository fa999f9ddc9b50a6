"""The lengths of files: a file that a reader cannot see as a whole is two files."""
import os
import unittest
from pathlib import Path

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
FOLDERS = (".ci", "bench", "cmake", "delegate", "kernels_ref", "kernels_cpu", "onnx", "python", "runtime", "shaders", "tests", "tools")
SUFFIXES = (".c", ".cc", ".cmake", ".comp", ".css", ".glsl", ".h", ".hpp", ".html", ".inc", ".js", ".py", ".sh")
MOST = 300
# Files that state the C ABI, whose lengths others decide.
ABI = {"runtime/include/litevk/litevk_runtime.h", "runtime/include/litevk/tflite_c_abi.h", "runtime/tflite/builtin_params.h"}


def too_long(lengths):
    """Returns "FILE: LINES" for each of `lengths`, {file: lines}, that has more lines than a file may have."""
    return [f"{path}: {lines}" for path, lines in sorted(lengths.items()) if lines > MOST and path not in ABI]


class Lengths(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.lengths = {str(path.relative_to(SOURCE)): len(path.read_text().splitlines()) for folder in FOLDERS
                       for path in (SOURCE / folder).rglob("*") if path.suffix in SUFFIXES}

    def test_no_file_is_too_long(self):
        self.assertGreater(len(self.lengths), 2000)
        self.assertEqual(too_long(self.lengths), [], "CONTRIBUTING.md: split it by sense")

    def test_what_states_the_abi_is_there(self):
        self.assertLessEqual(ABI, self.lengths.keys())

    def test_a_long_file_is_found(self):
        self.assertEqual(too_long({"a.cc": 300, "b.py": 301, "runtime/tflite/builtin_params.h": 452}), ["b.py: 301"])


if __name__ == "__main__":
    unittest.main()
