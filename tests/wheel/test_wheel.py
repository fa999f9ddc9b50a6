"""Checks the wheels in dist/: their tags and sizes, and their requirements on systems and processors.

    build/wheel/venv/bin/python -m unittest discover -s tests/wheel
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

import elf

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/structure"))
import hardening  # noqa: E402

WHEELS = sorted((ROOT / "dist").glob("litevk-*.whl"))
LARGEST = 8_000_000
ACCELERATOR = "libLiteRtGpuAccelerator.so"
LIBRARIES = {"liblitevk.so", "libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "ld-linux-x86-64.so.2",
             "ld-linux-aarch64.so.1"}
PLUGIN = {"tflite_plugin_create_delegate", "tflite_plugin_destroy_delegate"}
# The namespaces of what Highway compiles for SSE 4.2, AVX2 and AVX-512, in mangled names.
TARGETS = ("6N_SSE4", "6N_AVX2", "6N_AVX3")


def disassembly(path):
    command = ["objdump", "--disassemble", "--no-show-raw-insn", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folders = {}
        for wheel in WHEELS:
            cls.folders[wheel] = pathlib.Path(cls.temporary.name) / wheel.stem
            zipfile.ZipFile(wheel).extractall(cls.folders[wheel])

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def binaries(self, wheel):
        package = self.folders[wheel] / "litevk"
        programs = (path for path in (package / "bin").iterdir() if path.is_file())
        found = [*(package / "lib").iterdir(), *(package / "litert").iterdir(), *programs]
        self.assertEqual(len(found), 10)
        return found

    def each(self):
        self.assertTrue(WHEELS, "tools/wheel/build.sh has built none")
        return [(wheel, wheel.stem.rpartition("28_")[2]) for wheel in WHEELS]

    def test_the_name_says_where_it_runs(self):
        for wheel, arch in self.each():
            self.assertRegex(wheel.name, rf"^litevk-[0-9.]+-py3-none-manylinux_2_28_{arch}\.whl$")
            for path in self.binaries(wheel):
                self.assertEqual(elf.machine(path), {"x86_64": "x64", "aarch64": "AArch64"}[arch])

    def test_the_size(self):
        for wheel, _ in self.each():
            self.assertLess(wheel.stat().st_size, LARGEST)

    def test_what_is_in_it(self):
        for wheel, _ in self.each():
            package = self.folders[wheel] / "litevk"
            sources = {path.name for path in (ROOT / "python/litevk").glob("*") if path.is_file()}
            self.assertEqual({path.name for path in package.iterdir() if path.is_file()}, sources)
            self.assertEqual({path.name for path in (package / "lib").iterdir()}, {"liblitevk.so", "liblitevk_runtime.so.0"})
            self.assertEqual({path.name for path in (package / "litert").iterdir()}, {ACCELERATOR})
            self.assertTrue(any((package / "bin/op_shapes").iterdir()))
            for folder in ("example", "examples", "site"):
                files = {path.name for path in (ROOT / "python/litevk" / folder).iterdir() if path.is_file()}
                self.assertEqual({path.name for path in (package / folder).iterdir()}, files)
            self.assertGreater((package / "bringup/data.tar.xz").stat().st_size, 1_000_000)

    def test_programs_may_be_run(self):
        for wheel, _ in self.each():
            for entry in zipfile.ZipFile(wheel).infolist():
                if entry.filename.startswith("litevk/bin/litevk-"):
                    self.assertTrue(entry.external_attr >> 16 & 0o111, entry.filename)

    def test_symbols_are_no_newer_than_glibc_2_28(self):
        for wheel, _ in self.each():
            for path in self.binaries(wheel):
                self.assertLessEqual(set(elf.libraries_needed(path)), LIBRARIES, path.name)
                for library, versions in elf.versions_needed(path).items():
                    for version in versions:
                        self.assertLessEqual(elf.glibc_of(version), (2, 28), f"{path.name}: {library}")

    def test_libraries_are_found_by_their_place_in_the_package(self):
        """The package's folder is searched instead of the build's, which exists on the machine that tests."""
        for wheel, _ in self.each():
            for path in self.binaries(wheel):
                expected = {"lib": ["$ORIGIN"], "bin": ["$ORIGIN/../lib"]}.get(path.parent.name)
                needs_ours = "liblitevk.so" in elf.libraries_needed(path)
                self.assertEqual(needs_ours, path.name not in ("liblitevk.so", ACCELERATOR))
                self.assertEqual(elf.places_searched(path), expected if needs_ours else [], path.name)

    def test_programs_and_libraries_are_hardened(self):
        for wheel, _ in self.each():
            for path in self.binaries(wheel):
                has_checks = path.name in ("liblitevk.so", ACCELERATOR)
                self.assertEqual(hardening.faults(path, has_checks=has_checks), [], path.name)

    def test_the_library_exports_what_it_promises(self):
        for wheel, _ in self.each():
            names = set(elf.exported(self.folders[wheel] / "litevk/lib/liblitevk.so"))
            mains = {name for name in names if "litevk_main_" in name}
            self.assertEqual(len(mains), 7)
            self.assertLessEqual(PLUGIN, names)
            self.assertEqual({name for name in names - mains - PLUGIN if not name.startswith("Litevk")}, set())
            self.assertGreater(len(names), 80)

    def test_the_accelerator_exports_its_definition(self):
        for wheel, _ in self.each():
            self.assertEqual(elf.exported(self.folders[wheel] / "litevk/litert" / ACCELERATOR), ["LiteRtAcceleratorImpl"])

    def test_programs_are_of_the_baseline(self):
        for wheel, arch in self.each():
            for path in self.binaries(wheel):
                self.assertEqual(path.name == "liblitevk_runtime.so.0", len(elf.code(path)) < 100)
                if path.name == "liblitevk.so":
                    continue
                is_arm = arch == "aarch64"
                beyond = elf.beyond_arm_baseline(path) if is_arm else set(elf.beyond_x86_baseline(disassembly(path)))
                self.assertEqual(beyond, set(), path.name)

    def test_only_kernels_of_an_instruction_set_have_its_instructions(self):
        """The library is stripped, so its object files are read. Its kernels are chosen at run time."""
        for wheel, arch in self.each():
            build = ROOT / f"build/zig-{arch}"
            objects = [*build.rglob("*.o"), *(build.with_name(f"zig-{arch}-prefix") / "lib").glob("libprotobuf-lite.a")]
            self.assertGreater(len(objects), 1000)
            check = self.check_arm_object if arch == "aarch64" else self.check_x86_object
            self.assertGreater(sum(map(check, objects)), 0)

    def check_x86_object(self, path):
        functions = elf.beyond_x86_baseline(disassembly(path))
        of_no_target = {name for name in functions if not any(target in name for target in TARGETS)}
        self.assertEqual(of_no_target, set(), path)
        return len(functions)

    def check_arm_object(self, path):
        if path.suffix == ".a":
            return 0
        beyond = elf.beyond_arm_baseline(path)
        self.assertLessEqual(beyond, {"sdot/udot"} if path.name == "integer_quads.cc.o" else set(), path)
        return len(beyond)


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
