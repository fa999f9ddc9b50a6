"""A comment can be read alone: comment_rules.py says which cannot."""
import os
import unittest
from pathlib import Path

from comment_rules import mark_of, refused

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
FOLDERS = (".ci", "bench", "cmake", "delegate", "docs", "kernels_ref", "kernels_cpu", "onnx", "python", "runtime", "shaders", "tests", "tools")
# The model format's header, which flatc writes.
GENERATED = ("runtime/tflite/schema/",)


def files():
    yield SOURCE / "CMakeLists.txt"
    for folder in FOLDERS:
        yield from sorted(path for path in (SOURCE / folder).rglob("*") if path.is_file())


class Comments(unittest.TestCase):
    def test_no_comment_breaks_a_rule(self):
        texts = {str(path.relative_to(SOURCE)): path for path in files() if mark_of(str(path))}
        self.assertGreater(len(texts), 1000)
        found = [f"{path}:{line}: {reason}" for path, file in texts.items() if not path.startswith(GENERATED)
                 for line, reason in refused(path, file.read_text(encoding="utf-8"))]
        self.assertEqual(found, [], "CONTRIBUTING.md, Comments, says how to write instead")

    def test_refused_words_are_found(self):
        for path, text, expected in (
            ("a.cc", "// Of one invocation.\nint Work();", [(1, "Of")]),
            ("a.h", "struct A {\n  // The same of its rows.\n", [(2, "The same")]),
            ("a.comp", "vec4 x;\n//   Those that fit.\n", [(2, "Those")]),
            ("a.inc", "/// These are kept.", [(1, "These")]),
            ("a.glsl", "// It is whole.", [(1, "It")]),
            ("a.c", "// Its rows.", [(1, "Its")]),
            ("a.cmake", "# Both of them.", [(1, "Both")]),
            ("tests/CMakeLists.txt", "  # Of the tools.", [(1, "Of")]),
            ("a.sh", "x=1\n# Those two.\ny=2\n# Of these.", [(2, "Those"), (4, "Of")]),
            ("a.py", '"""Of the models."""', [(1, "Of")]),
            ("a.cc", "// What it is.", [(1, "What")]),
            ("a.h", "// Whether it is.", [(1, "Whether")]),
            ("a.py", "# Where it is.", [(1, "Where")]),
            ("a.py", '"""By its name."""', [(1, "By")]),
            ("a.cc", "// Place of it.\n//\n// It is here.", [(3, "It")]),
            ("a.py", '"""Returns it.\n\nWhat it is.\n"""', [(3, "What")]),
        ):
            self.assertEqual(refused(path, text), [(line, f"begins with {word}") for line, word in expected], text)

    def test_words_behind_code_are_found(self):
        for path, text in (
            ("a.h", "int rows;  // of the output"),
            ("a.h", "struct A {\n  int rows;  // of the output"),
            ("a.cc", "f();  // likewise, later"),
            ("a.py", "rows = 3  #" + " those of the input"),
        ):
            self.assertEqual([reason.split(" with ")[0] for _, reason in refused(path, text)], ["begins behind code"], text)

    def test_long_sentences_are_found(self):
        words = ("word " * 26).strip()
        for path, text in (
            ("a.cc", f"// Returns {words}."),
            ("a.cc", f"// Returns one.\n// Says {words.replace(' word word', chr(10) + '// word word', 1)}"),
            ("a.py", f'def f():\n    """Returns {words}."""'),
        ):
            self.assertEqual([reason for _, reason in refused(path, text)], ["a sentence of 27 words"], text)
        self.assertEqual(refused("a.cc", f"// Returns {('word ' * 24).strip()}. Says {('word ' * 24).strip()}."), [])

    def test_other_comments_pass(self):
        for path, text in (
            ("a.cc", "// Returns the rows\n// Of the output."),
            ("a.cc", "// Offset of the rows.\n// Items.\n"),
            ("a.cc", "int a;  // offset of the batch"),
            ("a.py", "# The sameness of bits."),
            ("a.md", "# Of headings"),
            ("notes.txt", "# It is no source"),
        ):
            self.assertEqual(refused(path, text), [], text)


if __name__ == "__main__":
    unittest.main()
