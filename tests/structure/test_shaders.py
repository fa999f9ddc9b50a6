"""Rules for shaders, for the modules that they become, and for what their generator writes."""
import os
import re
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

from commands import output_of
from spirv_modules import dynamic_components, loop_controls

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
BUILD = Path(os.environ["LITEVK_BUILD_DIR"])
sys.path.insert(0, str(SOURCE / "tools/build"))
import embed_shader  # noqa: E402
import shader_module  # noqa: E402
# Largest size of all modules as the library holds them, deflated (runtime/graph/spirv.h). A further module for a type or an
# access path has to be worth its size.
SPIRV_BUDGET_BYTES = 912_000


class Shaders(unittest.TestCase):
    """Checks modules as drivers get them, and as glslang makes them, since an optimiser's unrolling may change."""

    def modules(self):
        found = sorted((BUILD / "generated" / "shaders").rglob("*.spv"))
        self.assertGreaterEqual(len(found), 2 * len(list((SOURCE / "shaders").rglob("*.comp"))))
        return found

    def test_the_library_holds_few_bytes_of_spirv(self):
        held = {}
        for shader in sorted((SOURCE / "shaders").rglob("*.comp")):
            variants = ["", *("." + name for name in re.findall(r"^// Variant (\w+):", shader.read_text(), re.M))]
            base = BUILD / "generated" / shader.relative_to(SOURCE).with_suffix("")
            modules = [base.with_name(f"{base.name}{name}.opt.spv").read_bytes() for name in variants]
            held[shader.stem] = (len(modules), sum(map(len, modules)), sum(len(zlib.compress(m, 9)) for m in modules))
        figures = "\n".join(f"{stem}: {count} modules, {raw} bytes, {deflated} as the library holds them"
                            for stem, (count, raw, deflated) in held.items())
        self.assertLessEqual(sum(deflated for *_, deflated in held.values()), SPIRV_BUDGET_BYTES, figures)

    def test_component_indices_are_constants(self):
        # V3D's compiler in Mesa does not terminate if a loop indexes a vector's component.
        findings = [f"{path.name}: {finding}" for path in self.modules() for finding in dynamic_components(path)]
        self.assertEqual(findings, [])

    def test_component_indices_are_found(self):
        bodies = {"value[i] = 1.0;": "OpAccessChain", "x[i].y = x[0][i];": "OpAccessChain", "s.a[0][i] = 1.0;": "OpAccessChain",
                  "x[0].x = (value + 1.0)[i];": "OpVectorExtractDynamic", "m[i].y = x[i].z + value[K];": None,
                  "s.a[i].w = value.x;": None}
        for body, expected in bodies.items():
            with self.subTest(body), tempfile.TemporaryDirectory() as folder:
                source, module = Path(folder, "a.comp"), Path(folder, "a.spv")
                source.write_text("#version 450\nlayout(constant_id = 0) const uint K = 1;\n"
                                  "layout(std430, binding = 0) buffer B { vec4 x[]; };\nstruct S { float f; vec4 a[4]; };\n"
                                  "void main() { uint i = gl_WorkGroupID.x; vec4 value = x[7]; mat4 m = mat4(1.0); S s;\n"
                                  + body + " x[9] = value + m[2] + s.a[1]; }\n")
                output_of("glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.1", "-o", str(module), str(source))
                findings = dynamic_components(module)
                self.assertEqual([finding.split()[0] for finding in findings][:1], [expected] if expected else [])

    def test_stores_beside_an_epilogue_find_rows(self):
        # The output of a kernel with an epilogue may be a strided view of a wider tensor, whose offsets Store4_ and Put_
        # find. Words of narrow elements, and packed outputs, are never strided views.
        allowed = {"dynamic_update_slice.comp", "gather.comp", "grouped_conv_2d.comp", "pad.comp"}
        for shader in sorted((SOURCE / "shaders").rglob("*.comp")):
            text = shader.read_text()
            if '"common/epilogue.glsl"' in text and shader.name not in allowed:
                self.assertEqual(re.findall(r"\bresult(?:_v4|_v8)?\[[^]]*\] *=[^=]", text), [], shader.name)

    def test_parameters_of_functions_are_values(self):
        # glslang passes a pointer to a copy of each parameter that is not const, which makes SPIR-V a quarter larger.
        function = re.compile(r"^ *(?!return\b)\w+ (?:\w|##)+\(([^()]+)\) *(?:;|\{|\\)", re.M)
        generated = BUILD / "generated" / "glsl"
        sources = [*(SOURCE / "shaders").rglob("*.comp"), *(SOURCE / "shaders").rglob("*.glsl"), *generated.glob("*.glsl")]
        parameters = [(path.name, parameter.strip(" \\\n")) for path in sources
                      for found in function.findall(path.read_text()) for parameter in found.split(",")]
        self.assertGreater(len(parameters), 500)
        self.assertEqual([p for p in parameters if not re.match(r"(const|inout|out|spirv_literal) ", p[1])], [])

    def test_long_windows_of_pooling_stay_loops(self):
        # Unrolled by newer RADV, a window of 64 columns spilled 45 scalar registers.
        for path in self.modules():
            if path.name.startswith("pool_2d."):
                self.assertEqual(loop_controls(path).count("DontUnroll"), 1, path.name)


class Iterations(unittest.TestCase):
    """Checks the bounds of shaders' loops, which the generator of a shader's class requires if a module has loops."""

    SPEC, PUSH = [(3, "uint32_t", "kLanes", "1U")], [(0, "uint32_t", 4, "depth")]

    def test_are_of_the_shaders_constants(self):
        line = "// Iterations: 2 * Ceil(depth, kLanes) + min(depth, 8)\n"
        self.assertEqual(embed_shader.iterations("s", line, self.SPEC, self.PUSH, True),
                         "2 * gpu::Ceil(uint64_t(push.depth), uint64_t(spec.kLanes)) + "
                         "std::min<uint64_t>(uint64_t(push.depth), 8)")

    def test_a_loop_without_a_bound_is_an_error(self):
        self.assertEqual(embed_shader.iterations("s", "", self.SPEC, self.PUSH, False), "0")
        with self.assertRaisesRegex(SystemExit, "no line"):
            embed_shader.iterations("s", "", self.SPEC, self.PUSH, True)
        with self.assertRaisesRegex(SystemExit, "names count"):
            embed_shader.iterations("s", "// Iterations: count\n", self.SPEC, self.PUSH, True)

    def test_loops_are_found(self):
        """Loops are found in the modules, since a loop may be in any file that a shader includes."""
        for path in sorted((BUILD / "generated" / "shaders").rglob("*.spv")):
            controls = loop_controls(path)
            module = shader_module.Module(shader_module.read_words(path))
            self.assertEqual(module.has_loops, any(control != "Unroll" for control in controls), path.name)
            folder = path.parent.relative_to(BUILD / "generated")
            source = SOURCE / folder / f"{path.name.split('.')[0]}.comp"
            if module.has_loops and source.exists():  # the benchmarks' shaders are in another folder
                self.assertRegex(source.read_text(), r"(?m)^// Iterations: .", path.name)


class PushConstants(unittest.TestCase):
    def fields_of(self, block):
        with tempfile.TemporaryDirectory() as folder:
            source, module = Path(folder, "a.comp"), Path(folder, "a.spv")
            source.write_text("#version 450\nlayout(push_constant) uniform Push { " + block + " };\n"
                              "layout(std430, binding = 0) buffer B { uint x[]; };\nvoid main() { x[0] = first; }\n")
            output_of("glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.1", "-o", str(module), str(source))
            return embed_shader.push_fields(shader_module.Module(shader_module.read_words(module)))

    def test_arrays_are_dense(self):
        fields = self.fields_of("uint first; int strides[5]; uvec2 by[2]; float last;")
        self.assertEqual(fields, [(0, "uint32_t", 4, "first"), (4, "std::array<int32_t, 5>", 20, "strides"),
                                  (24, "std::array<gpu::Divisor, 2>", 16, "by"), (40, "float", 4, "last")])

    def test_every_device_holds_them(self):
        self.assertEqual(embed_shader.push_size(self.fields_of("uint first; uint others[31];")), 128)
        with self.assertRaisesRegex(SystemExit, "132 bytes, expected at most 128"):
            embed_shader.push_size(self.fields_of("uint first; uint others[32];"))


if __name__ == "__main__":
    unittest.main()
