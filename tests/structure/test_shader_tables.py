"""The tables that the generator of the shaders' classes writes beside their structs."""
import os
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tools" / "build"))
import embed_shader  # noqa: E402
import shader_variants  # noqa: E402


class VariantKeys(unittest.TestCase):
    def test_follow_from_the_macros(self):
        keys = {"": "{}", "TEXELS FETCH PAIRS": "{.read = gpu::Read::kTexels}", "SUBGROUPS": "{.subgroups = true}",
                "TEXELS SCALAR_SOURCE PAIRS": "{.read = gpu::Read::kTexels, .tail = gpu::Tail::kSource}",
                "TEXELS RAGGED SCALAR_SOURCE": "{.read = gpu::Read::kTexels, .tail = gpu::Tail::kBoth}"}
        self.assertEqual({macros: shader_variants.key_of(macros.split()) for macros in keys}, keys)

    def test_are_read_from_the_lines_of_a_shader(self):
        text = "// Variant texels: TEXELS FETCH\n// Variant subgroups: SUBGROUPS\n// Variants: none\n"
        self.assertEqual(shader_variants.variants_of(text), {"": [], "texels": ["TEXELS", "FETCH"], "subgroups": ["SUBGROUPS"]})

    def test_differ_within_a_shader(self):
        with self.assertRaisesRegex(SystemExit, "s: expected another key for each variant"):
            shader_variants.keys_of("s", {"": [], "texels": ["TEXELS"], "fetched": ["TEXELS", "FETCH"]})

    def test_of_all_shaders_differ(self):
        for shader in sorted((SOURCE / "shaders").rglob("*.comp")):
            shader_variants.keys_of(shader.stem, shader_variants.variants_of(shader.read_text()))


class Traits(unittest.TestCase):
    SPEC = [(50, "uint32_t", "kResultRows", "0U"), (51, "uint32_t", "kResultAligned", "1U"), (5, "uint32_t", "kPaired", "0U")]
    PUSH = [(0, "std::array<uint32_t, 28>", 112, "row_integers")]

    def traits_of(self, source, spec=(), push=(), bound=()):
        return embed_shader.traits("s", source, spec, push, bound)

    def test_are_what_names_say(self):
        self.assertEqual(self.traits_of("", self.SPEC), ["finds_result_rows", "pairs_stores"])
        self.assertEqual(self.traits_of("", push=self.PUSH), ["pushes_rows"])
        self.assertEqual(self.traits_of("", bound=[("numbers", "kRead", "kStorage", "kWord")]), [])

    def test_have_all_their_names(self):
        with self.assertRaisesRegex(SystemExit, "s: expected all names of finds_result_rows, found none of kResultAligned"):
            self.traits_of("", self.SPEC[:1])

    def test_are_kept_where_a_shader_promises_them(self):
        with self.assertRaisesRegex(SystemExit, "s: expected all names of has_epilogue, found none of binding.epilogue0"):
            self.traits_of('#include "common/epilogue.glsl"')
        with self.assertRaisesRegex(SystemExit, "s: expected all names of has_fixed_point_steps, found none of kHasTable"):
            self.traits_of('#include "common/integer_steps.glsl"')
        with self.assertRaisesRegex(SystemExit, "s: expected all names of pushes_rows, found none of push.row_integers"):
            self.traits_of("#define ROWS_PUSH")


if __name__ == "__main__":
    unittest.main()
