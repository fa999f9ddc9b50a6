"""The facts that bench/peers records about the machine."""

import tempfile
import unittest
from pathlib import Path

import machine

DEVICES = """#!/bin/sh
echo "{\\"devices\\": [{\\"name\\": \\"A device\\", \\"driver\\": \\"$1 of $VK_ICD_FILENAMES\\"}]}"
exit 1
"""
NO_DEVICES = """#!/bin/sh
echo '{"devices": []}'
"""


class Machine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "file"

    def driver_version(self, program):
        self.file.write_text(program)
        self.file.chmod(0o755)
        return machine.driver_version(self.file, Path("some_icd.json"))

    def test_the_driver_is_that_of_the_first_device(self):
        self.assertEqual(self.driver_version(DEVICES), "--json of some_icd.json")

    def test_the_driver_is_unknown_without_an_answer(self):
        self.assertIsNone(machine.driver_version(self.file, Path("some_icd.json")))
        self.assertIsNone(self.driver_version(NO_DEVICES))
        self.assertIsNone(self.driver_version("#!/bin/sh\necho none\n"))

    def test_memory_is_in_gibibytes(self):
        self.file.write_text("MemTotal:       24537508 kB\nMemFree:         1048576 kB\n")
        self.assertEqual(machine.memory_gib(self.file), 23.4)

    def test_memory_is_unknown_without_its_line(self):
        self.assertIsNone(machine.memory_gib(self.file))
        self.file.write_text("")
        self.assertIsNone(machine.memory_gib(self.file))

    def test_a_library_is_known_by_its_content(self):
        self.file.write_text("one build")
        first = machine.library_name(self.file)
        self.assertRegex(first, rf"^{self.file} \([0-9a-f]{{12}}\)$")
        self.file.write_text("another")
        self.assertNotEqual(machine.library_name(self.file), first)


if __name__ == "__main__":
    unittest.main()
