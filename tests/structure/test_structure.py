"""Rules for the structure of the source tree and of the built library."""
import os
import re
import subprocess
import unittest
from pathlib import Path

from commands import output_of
from layers import ALLOWED, WITHOUT_CYCLES, Includes

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
BUILD = Path(os.environ["LITEVK_BUILD_DIR"])
# Libraries that the built library may need. Runtimes of sanitizers are linked only in the sanitizers' build.
ALLOWED_NEEDED = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libpthread.so.0",
                  "libdl.so.2", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
EXPORTS = {
    "liblitevk.so": {"tflite_plugin_create_delegate", "tflite_plugin_destroy_delegate", "LitevkAddGpuOp",
                     "LitevkGetLiteRtEngine", "LitevkSetLiteRtOptions"},
    "libLiteRtGpuAccelerator.so": {"LiteRtAcceleratorImpl"},
}


# Headers with the ending .h, of the language and of other projects, that every folder may include.
PORTABLE_HEADERS = re.compile(r"(?:std(?:bool|def|int|io|lib)|string|math)\.h|xmmintrin\.h|zlib\.h|tinyxml2\.h|benchmark/.*|vulkan/.*")
# Functions and files of the system that the C++ library's headers bring or that need none.
SYSTEM_USES = re.compile(r"""\b(?:setenv|unsetenv|secure_getenv|mkdtemp|mkstemp|sigaction|getpid|popen)\(|"/(?:proc|sys)/""")


def uses_of_the_system(files):
    """The system's headers, functions and files in the sources that are not the platform's: sentences with the source's path."""
    return [f"{path}: {found}" for path, text in files.items() if not path.startswith("runtime/platform/")
            for found in [f"<{name}>" for name in re.findall(r"#include <([^>]*\.h)>", text) if not PORTABLE_HEADERS.fullmatch(name)]
            + SYSTEM_USES.findall(text)]


def sources():
    return [path for folder in ("delegate", "onnx", "runtime", "kernels_ref", "kernels_cpu", "tools", "bench")
            for path in (SOURCE / folder).rglob("*") if path.suffix in (".h", ".cc", ".hpp", ".inc")]


class Library(unittest.TestCase):
    def test_exports_the_entry_points_only(self):
        for name, exports in EXPORTS.items():
            symbols = [line.split()[-1] for line in output_of("nm", "-D", "--defined-only", str(BUILD / name)).splitlines()]
            self.assertEqual(set(symbols), exports, name)

    def test_needs_the_language_runtime_only(self):
        for name in EXPORTS:
            needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-d", str(BUILD / name))))
            self.assertLessEqual(needed, ALLOWED_NEEDED, name)


class Layers(unittest.TestCase):
    def test_only_vk_and_exec_include_vulkan(self):
        # bench/peers/feature_layer is a Vulkan layer, a library of its own that other engines load.
        allowed = (SOURCE / "runtime/vk", SOURCE / "runtime/exec", SOURCE / "bench/peers/feature_layer")
        offenders = [str(path) for path in sources()
                     if re.search(r'#include [<"]vulkan/', path.read_text())
                     and not any(folder in path.parents for folder in allowed)]
        self.assertEqual(offenders, [])

    def test_only_platform_knows_the_operating_system(self):
        self.assertEqual(uses_of_the_system({str(path.relative_to(SOURCE)): path.read_text() for path in sources()}), [])

    def test_a_use_of_the_operating_system_is_found(self):
        files = {"runtime/platform/a_posix.cc": "#include <unistd.h>\nint x = getpid();", "runtime/vk/b.cc": "#include <cerrno>\n",
                 "tools/c.cc": "#include <sys/wait.h>\n#include <vulkan/vulkan.h>\n#include <fnmatch.h>\n",
                 "bench/d.cc": '#include <cstdlib>\nsetenv("A", "B", 1);\nSetVariable("A", "/proc/cpuinfo");\n'}
        self.assertEqual(uses_of_the_system(files), ["tools/c.cc: <sys/wait.h>", "tools/c.cc: <fnmatch.h>",
                                                     "bench/d.cc: setenv(", 'bench/d.cc: "/proc/'])

    def test_headers_of_platform_have_no_system_in_them(self):
        # Whoever adds another system adds sources beside the headers.
        headers = [path for path in (SOURCE / "runtime/platform").glob("*.h") if path.name != "posix_calls.h"]
        self.assertGreater(len(headers), 15)
        self.assertEqual([path.name for path in headers
                          if re.search(r"#include <[^>]*\.h>|\b(?:pid_t|ssize_t|mode_t|off_t)\b", path.read_text())], [])

    def test_shape_functions_are_called_in_one_place(self):
        # The caller compares the counts of inputs and outputs that shape functions index. Users' operators have another caller.
        callers = [str(path.relative_to(SOURCE)) for path in sources()
                   if re.search(r"(?<!described)(\.|->)infer_shapes\(", path.read_text())]
        self.assertEqual(callers, ["runtime/opset/type_check.cc"])

    def test_the_engine_does_not_know_the_interpreter(self):
        offenders = [str(path) for path in (SOURCE / "delegate/engine").iterdir() if "TfLiteContext" in path.read_text()]
        self.assertEqual(offenders, [])

    def test_includes_keep_to_the_table(self):
        files = {str(path.relative_to(SOURCE)): path.read_text() for path in sources()}
        self.assertEqual(Includes(files).offenders(ALLOWED), [])

    def test_no_files_need_each_other(self):
        includes = Includes({str(path.relative_to(SOURCE)): path.read_text() for path in sources()})
        for folder in WITHOUT_CYCLES:
            self.assertEqual(includes.cycles(folder), [])

    def test_no_folders_need_each_other(self):
        shaders = [path for path in (SOURCE / "shaders").rglob("*") if path.suffix in (".comp", ".glsl")]
        files = {str(path.relative_to(SOURCE)): path.read_text() for path in [*sources(), *shaders]}
        self.assertEqual(Includes(files).folder_cycles(), [])

    def test_folders_that_need_each_other_are_found(self):
        """No file of the two folders needs itself again, so that only the folders are a cycle."""
        files = {"shaders/conv/a.comp": '#include "common/b.glsl"', "shaders/common/b.glsl": "",
                 "shaders/common/c.glsl": '#include "conv/d.glsl"', "shaders/conv/d.glsl": "",
                 "onnx/ops/e.cc": '#include "onnx/write/f.h"', "onnx/write/f.h": ""}
        self.assertEqual(Includes(files).cycles("shaders"), [])
        self.assertEqual(Includes(files).folder_cycles(), ["shaders/common -> shaders/conv -> shaders/common",
                                                           "shaders/conv -> shaders/common -> shaders/conv"])

    def test_files_that_need_each_other_are_found(self):
        files = {"tools/a.h": "", "tools/a.cc": '#include "a.h"\n#include "tools/b.h"',
                 "tools/b.h": '#include "tools/c.h"', "tools/c.h": '#include "tools/a.h"', "tools/d.h": '#include "tools/a.h"'}
        self.assertEqual(Includes(files).cycles("tools"),
                         ["tools/a -> tools/b -> tools/c -> tools/a", "tools/b -> tools/c -> tools/a -> tools/b",
                          "tools/c -> tools/a -> tools/b -> tools/c"])

    def test_the_table_has_no_cycle(self):
        for layer, others in ALLOWED.items():
            for other in others - {layer}:
                self.assertNotIn(layer, ALLOWED[other], f"{layer} and {other}")
                self.assertLessEqual(ALLOWED[other] - {other}, others, f"{layer} and {other}")

    def test_an_include_that_runs_back_is_found(self):
        files = {"runtime/ir/a.h": '#include "runtime/base/b.h"', "runtime/base/b.h": '#include "runtime/vk/c.h"',
                 "runtime/vk/c.h": ""}
        self.assertEqual(Includes(files).offenders(ALLOWED),
                         ["runtime/base reaches runtime/vk: runtime/base/b.h -> runtime/vk/c.h",
                          "runtime/ir reaches runtime/vk: runtime/ir/a.h -> runtime/base/b.h -> runtime/vk/c.h"])


class Output(unittest.TestCase):
    """Checks that names of models and drivers reach terminals, logs and JSON only through runtime/base/printable.h."""

    def offenders(self, pattern, allowed):
        return [f"{path.relative_to(SOURCE)}: {line.strip()}" for path in sources()
                if str(path.relative_to(SOURCE)) not in allowed
                for line in path.read_text().splitlines() if re.search(pattern, line)]

    def test_json_is_written_by_one_function(self):
        self.assertEqual(self.offenders(r"\.dump\(", {"runtime/base/printable.h"}), [])

    def test_programs_print_by_one_function(self):
        # Allowed are the functions that all others call, programs of the build, the progress bar and the validation layer. The
        # programs of the build print JSON, and the progress bar moves the cursor. The accelerator of LiteRT does without the
        # C++ library, which the log needs.
        allowed = {"tools/program/output.cc", "tools/program/program.cc", "tools/opset/print_opset.cc", "tools/program/progress.cc",
                   "runtime/base/log.cc", "runtime/vk/instance/validation.cc", "delegate/litert/entry/accelerator.cc"}
        pattern = r"\b(?:printf|puts|putchar)\(|\bf(?:printf|puts|write)\([^;]*\bstd(?:out|err)\b|\bstd::(?:cout|cerr|clog)\b"
        examples = {"runtime/examples/atan/main.c", "runtime/examples/atan/main.cc", "delegate/examples/atan/main.c"}
        self.assertEqual(self.offenders(pattern, allowed | examples), [])

    def test_what_a_main_function_throws_is_caught(self):
        mains = {path for path in sources() if re.search(r"^int main\(", path.read_text(), re.M)
                 and "examples" not in path.parts}
        self.assertGreaterEqual(len(mains), 9)
        self.assertEqual([str(path) for path in mains if not re.search(r"\bGuard(?:Program)?\(", path.read_text())], [])


class Docs(unittest.TestCase):
    def assert_generated(self, page, subcommand):
        self.assertEqual((SOURCE / page).read_text(), output_of(str(BUILD / "litevk-docs"), subcommand))

    def test_supported_ops(self):
        self.assert_generated("docs/SUPPORTED_OPS.md", "supported-ops")

    def test_options(self):
        self.assert_generated("docs/OPTIONS.md", "options")
        self.assert_generated("python/litevk/_options.py", "python-options")

    def test_reasons(self):
        self.assert_generated("docs/REASONS.md", "reasons")

    def test_reasons_that_the_docs_name_exist(self):
        reasons = set(re.findall(r"^\| `(\w+)` \|", (SOURCE / "docs/REASONS.md").read_text(), re.M))
        self.assertGreater(len(reasons), 20)
        text = re.sub(r"`VK_\w+`", "", (SOURCE / "docs/ERRORS.md").read_text())
        named = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", text))
        self.assertTrue(named)
        self.assertLessEqual(named, reasons)

    def test_nobody_is_told_to_install_a_name_from_pypi(self):
        # The project does not own its name on PyPI, and somebody else could take it. Users install the file of a wheel.
        folders = ("bench", "delegate", "docs", "kernels_ref", "kernels_cpu", "onnx", "python", "runtime", "tests", "tools")
        pages = [SOURCE / "README.md", SOURCE / "CONTRIBUTING.md", SOURCE / "pyproject.toml",
                 *(path for folder in folders for path in (SOURCE / folder).rglob("*")
                   if path.suffix in (".md", ".py", ".pyi", ".sh", ".txt", ".h", ".cc", ".toml", ".html"))]
        command = re.compile(r"\bpip3?\s+install\s+(?:-\S+\s+)*[\"']?litevk\b(?![-*\w./])")
        self.assertTrue(command.search("python -m pip install -U litevk"))
        self.assertEqual([str(page) for page in pages if command.search(page.read_text(errors="replace"))
                          and page != Path(__file__).resolve()], [])

    def test_readme_begins_with_the_commands_of_a_checkout(self):
        commands = re.findall(r"^    (\S.*)$", (SOURCE / "README.md").read_text(), re.M)
        self.assertEqual(commands[:2], ["tools/demo.sh", "tools/run_tests.sh"])

    def test_asking_for_help_neither_installs_nor_builds(self):
        for script in ("demo.sh", "run_tests.sh", "install_dependencies.sh", "wheel/build.sh", "bringup/pack.sh"):
            asked = subprocess.run([SOURCE / "tools" / script, "--help"], capture_output=True, text=True, timeout=60)
            self.assertRegex(asked.stdout + asked.stderr, rf"(?m)^(usage: )? *\S*tools/{script} \[")
            self.assertNotIn("== ", asked.stdout)

    def test_files_that_the_docs_name_exist(self):
        pages = [SOURCE / "README.md", SOURCE / "CONTRIBUTING.md", *(SOURCE / "docs").glob("*.md")]
        pattern = r"`((?:bench|delegate|onnx|runtime|shaders|kernels_ref|kernels_cpu|tests|tools|cmake|docs)/[\w./-]+\.\w+)`"
        missing = [f"{page.name}: {name}" for page in pages for name in re.findall(pattern, page.read_text())
                   if not (SOURCE / name).exists()]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
