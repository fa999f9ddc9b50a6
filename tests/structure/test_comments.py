"""No comment begins with a word that refers to something outside of the comment."""
import os
import unittest
from pathlib import Path

from comment_beginnings import mark_of, refused

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
FOLDERS = (".ci", "bench", "cmake", "delegate", "docs", "kernels_ref", "python", "runtime", "shaders", "tests", "tools")
# The model format's header, which flatc writes.
GENERATED = ("runtime/tflite/schema/",)


def files():
    yield SOURCE / "CMakeLists.txt"
    for folder in FOLDERS:
        yield from sorted(path for path in (SOURCE / folder).rglob("*") if path.is_file())


class Comments(unittest.TestCase):
    def test_no_comment_begins_with_a_refused_word(self):
        texts = {str(path.relative_to(SOURCE)): path for path in files() if mark_of(str(path))}
        self.assertGreater(len(texts), 1000)
        found = [f"{path}:{line}: {beginning}" for path, file in texts.items() if not path.startswith(GENERATED)
                 for line, beginning in refused(path, file.read_text(encoding="utf-8"))]
        self.assertEqual(found, [], "CONTRIBUTING.md, Comments, says how to begin instead")

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
            ("a.cc", "// Where it is.\n//\n// It is here.", [(3, "It")]),
        ):
            self.assertEqual(refused(path, text), expected, text)

    def test_other_comments_pass(self):
        for path, text in (
            ("a.cc", "// Returns the rows\n// Of the output."),
            ("a.cc", "// Offset of the rows.\n// Items.\n"),
            ("a.cc", "int a;  // Of the batch"),
            ("a.py", "# The sameness of bits."),
            ("a.md", "# Of headings"),
            ("notes.txt", "# It is no source"),
        ):
            self.assertEqual(refused(path, text), [], text)


if __name__ == "__main__":
    unittest.main()
