"""tools/test: which interpreters there are for a Python, and where a driver's file is."""

import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["LITEVK_SOURCE_DIR"])
TOOLS = ROOT / "tools" / "test"
sys.path.insert(0, str(TOOLS))

import driver_file  # noqa: E402
import interpreters  # noqa: E402


def names(python):
    return [interpreter.name for interpreter in interpreters.present(python)]


class Interpreters(unittest.TestCase):
    def test_debian_12_has_all(self):
        self.assertEqual(names((3, 11)), ["litert-2.3.0", "litert-1.4.0", "tflite-2.14.0"])
        self.assertEqual(interpreters.left_out((3, 11)), [])

    def test_debian_13_names_what_it_lacks(self):
        self.assertEqual(names((3, 13)), ["litert-2.3.0"])
        self.assertEqual(
            interpreters.left_out((3, 13)),
            [
                "litert-1.4.0 is left out: ai-edge-litert==1.4.0 has wheels for Python 3.9 to 3.12, this is 3.13",
                "tflite-2.14.0 is left out: tflite-runtime==2.14.0 has wheels for Python 3.8 to 3.11, this is 3.13",
            ],
        )

    def test_each_is_present_or_named(self):
        for minor in range(8, 20):
            named = [diagnostic.split()[0] for diagnostic in interpreters.left_out((3, minor))]
            self.assertEqual(sorted(names((3, minor)) + named), sorted(i.name for i in interpreters.INTERPRETERS))

    def test_the_oracle_is_never_left_out(self):
        self.assertEqual(names((3, 99)), ["litert-2.3.0"])

    def test_what_scripts_and_cmake_read(self):
        self.assertEqual(interpreters.main("names", (3, 12)), "litert-2.3.0;litert-1.4.0")
        lines = interpreters.main("present", (3, 11)).splitlines()
        self.assertEqual(lines[2], "tflite-2.14.0 tflite-runtime==2.14.0 numpy<2")


class DriverFile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def find(self, *present):
        for name in present:
            (self.folder / name).touch()
        return pathlib.Path(driver_file.driver_file("lvp", ["/nonexistent", self.folder])).name

    def test_with_the_architecture_in_its_name(self):
        name = f"lvp_icd.{platform.machine()}.json"
        self.assertEqual(self.find(name, "lvp_icd.i686.json", "radeon_icd.json"), name)

    def test_without(self):
        self.assertEqual(self.find("lvp_icd.json", "lvp_icd.s390x.json"), "lvp_icd.json")

    def test_none(self):
        with self.assertRaisesRegex(driver_file.NotFound, r"no lvp_icd\..*\.json or lvp_icd\.json in /nonexistent, "):
            self.find("lvp_icd.s390x.json")

    def test_the_program(self):
        command = [sys.executable, TOOLS / "driver_file.py"]
        found = subprocess.run([*command, "lvp"], capture_output=True, text=True)
        self.assertTrue(pathlib.Path(found.stdout.strip()).is_file(), found.stderr)
        missing = subprocess.run([*command, "nosuch"], capture_output=True, text=True)
        self.assertEqual(missing.returncode, 1)
        self.assertIn("driver_file: no nosuch_icd.", missing.stderr)

    def test_nobody_else_names_the_folder(self):
        """Names with an architecture were in six files once."""
        tracked = subprocess.run(["git", "-c", "safe.directory=*", "-C", ROOT, "grep", "-lE", r"icd\.d|_icd\.(x86_64|\$)"],
                                 capture_output=True, text=True).stdout.split()
        own = {"tools/test/driver_file.py", "tests/environment/test_environment.py", "docs/benchmarks/lavapipe.md",
               # The library itself looks a driver up as the loader does, and so does its test.
               "runtime/vk/instance/driver_manifests.cc", "tests/runtime/vk/instance/driver_libraries_test.cc"}
        self.assertEqual(set(tracked) - own, set())


if __name__ == "__main__":
    unittest.main()
