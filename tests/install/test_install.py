"""Installs the build and uses it as somebody else's project would: in C and C++, by CMake and by pkg-config."""
import math
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tests/structure"))
import hardening  # noqa: E402

BUILD = Path(os.environ["LITEVK_BUILD_DIR"])
EXAMPLE = SOURCE / "runtime/examples/atan"
GPU_EXAMPLE = SOURCE / "delegate/examples/atan"
# The model's offset is 0.5, its input {0, 1, ... 5}.
EXPECTED = [math.atan(x + 0.5) for x in range(6)]
INSTALLED = {
    "include/litevk/custom_op.h",
    "include/litevk/flexbuffer_options.h",
    "include/litevk/interpreter.hpp",
    "include/litevk/litevk_delegate.h",
    "include/litevk/litevk_gpu_op.h",
    "include/litevk/litevk_runtime.h",
    "include/litevk/tflite_c_abi.h",
    "lib/liblitevk.so",
    "lib/litevk/libLiteRtGpuAccelerator.so",
    "lib/liblitevk_runtime.so",
    "lib/cmake/litevk/litevk-config.cmake",
    "lib/cmake/litevk/litevk-config-version.cmake",
    "lib/pkgconfig/litevk.pc",
}
LANGUAGE_RUNTIME = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libpthread.so.0",
                    "libdl.so.2", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
DELEGATE_CMAKE = """
cmake_minimum_required(VERSION 3.22...3.25)
project(consumer LANGUAGES C)
find_package(litevk 0.1 REQUIRED)
add_executable(consumer main.c)
target_link_libraries(consumer PRIVATE litevk::delegate)
"""
DELEGATE_PROGRAM = """
#include <stdio.h>
#include "litevk/litevk_delegate.h"
static void Print(const char* message) { puts(message); }
int main(void) {
  const char* key = "no_such_option";
  const char* value = "1";
  return tflite_plugin_create_delegate(&key, &value, 1, Print) != NULL;
}
"""


def output_of(*command, **environment):
    result = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        env={**os.environ, **{name: str(value) for name, value in environment.items()}},
    )
    assert result.returncode == 0, f"{command}: {result.stdout}{result.stderr}"
    return result.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = Path(cls.folder.name)
        cls.prefix = cls.root / "prefix"
        output_of("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.model = cls.root / "atan.tflite"
        schema = SOURCE / "runtime/tflite/schema/tflite.fbs"
        output_of("flatc", "--binary", "-o", cls.root, schema, EXAMPLE / "atan.json")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def build(self, source):
        build = self.root / f"build-{source.parent.parent.name}-{source.name}"
        output_of("cmake", "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        output_of("cmake", "--build", build)
        return build

    def check_output(self, text, places=5):
        values = [float(line) for line in text.split()]
        self.assertEqual(len(values), len(EXPECTED))
        for value, expected in zip(values, EXPECTED):
            self.assertAlmostEqual(value, expected, places=places)

    def test_everything_is_there(self):
        files = {str(path.relative_to(self.prefix)) for path in self.prefix.rglob("*")}
        self.assertLessEqual(INSTALLED, files)

    def test_the_runtime_exports_what_its_header_declares(self):
        header = (self.prefix / "include/litevk/litevk_runtime.h").read_text()
        declared = re.findall(r"^LITEVK_RUNTIME_EXPORT .*?\b(Litevk\w+)\(", header, re.MULTILINE | re.DOTALL)
        symbols = output_of("nm", "-D", "--defined-only", self.prefix / "lib/liblitevk_runtime.so")
        exported = [line.split()[-1] for line in symbols.splitlines()]
        self.assertGreater(len(declared), 50)
        self.assertEqual(sorted(exported), sorted(declared))

    def test_the_runtime_needs_the_language_runtime_only(self):
        dynamic = output_of("readelf", "-d", self.prefix / "lib/liblitevk_runtime.so")
        self.assertLessEqual(set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)), LANGUAGE_RUNTIME)
        self.assertIn("soname: [liblitevk_runtime.so.0]", dynamic)

    def test_what_is_installed_is_hardened(self):
        files = [path for path in self.prefix.rglob("*") if hardening.is_program_or_library(path)]
        self.assertGreaterEqual(len(files), 2)
        self.assertEqual({path.name: hardening.faults(path) for path in files}, {path.name: [] for path in files})
        self.assertEqual([hardening.places_searched(path) for path in files], [[]] * len(files))

    def test_the_example_builds_and_runs_by_cmake(self):
        build = self.build(EXAMPLE)
        self.check_output(output_of(build / "atan_c", self.model))
        self.check_output(output_of(build / "atan_c", self.model, build / "libatan_ops.so"))
        self.check_output(output_of(build / "atan_cc", self.model))

    def test_the_example_builds_and_runs_by_pkg_config(self):
        pkg_config_path = self.prefix / "lib/pkgconfig"
        flags = output_of("pkg-config", "--cflags", "--libs", "litevk", PKG_CONFIG_PATH=pkg_config_path).split()
        program = self.root / "by_pkg_config"
        sources = [EXAMPLE / "main.c", EXAMPLE / "atan.c"]
        strict = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
        output_of("cc", *strict, *sources, "-o", program, *flags, "-lm")
        self.check_output(output_of(program, self.model, LD_LIBRARY_PATH=self.prefix / "lib"))

    def test_the_gpu_example_builds_and_runs(self):
        """The example builds outside of the tree with the installed headers. It runs by a C call and by a delegate option."""
        build = self.build(GPU_EXAMPLE)
        self.check_output(output_of(build / "atan_gpu_c", self.model), places=3)
        values = self.root / "values"
        options = ("allow_cpu_device=1", f"gpu_op_library={build / 'libatan_gpu.so'}", "strict=1")
        output_of(BUILD / "litevk-run", self.model, "--delegate", self.prefix / "lib/liblitevk.so",
                  *(part for option in options for part in ("--delegate-option", option)), "--output-dir", values)
        self.assertTrue((values / "output_0.npy").is_file())

    def test_the_gpu_header_is_c99_and_cxx(self):
        header = "#include <litevk/litevk_gpu_op.h>\n"
        include = f"-I{self.prefix / 'include'}"
        strict = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", include)
        for name, compiler in (("header.c", ("cc", "-std=c99")), ("header.cc", ("c++", "-std=c++11"))):
            source = self.root / name
            source.write_text(header)
            output_of(*compiler, *strict, source)

    def test_the_debian_package(self):
        """The package depends on the loader and the languages' runtimes, no more; and its programs find its libraries."""
        output_of("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", self.root / "deb")
        (package,) = (self.root / "deb").glob("litevk_*.deb")
        depends = output_of("dpkg-deb", "--field", package, "Depends")
        names = [re.match(r"[a-z0-9+.-]+", entry)[0] for entry in depends.split(", ")]
        self.assertEqual(sorted(names), ["libc6", "libgcc-s1", "libstdc++6", "libvulkan1"])
        unpacked = self.root / "unpacked"
        output_of("dpkg-deb", "--extract", package, unpacked)
        self.assertIn("--delegate", output_of(unpacked / "usr/bin/litevk-run", "--help"))
        self.assertTrue((unpacked / "usr/include/litevk/litevk_runtime.h").is_file())

    def test_a_program_links_the_delegate(self):
        source = self.root / "consumer"
        source.mkdir()
        (source / "CMakeLists.txt").write_text(DELEGATE_CMAKE)
        (source / "main.c").write_text(DELEGATE_PROGRAM)
        self.assertIn("no_such_option", output_of(self.build(source) / "consumer"))


if __name__ == "__main__":
    unittest.main()
