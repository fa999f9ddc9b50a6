"""docs/ERRORS.md has every sentence of the sources, and quotes none that they do not have."""
import os
import re
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tools/docs"))
import error_diagnostics  # noqa: E402


class ErrorDiagnostics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = (SOURCE / "docs/ERRORS.md").read_text(encoding="utf-8")
        cls.diagnostics = error_diagnostics.collect()

    def test_the_page_has_every_diagnostic(self):
        self.assertEqual(self.page, error_diagnostics.written(self.diagnostics),
                         "run: python3 tools/docs/error_diagnostics.py --write")

    def test_every_folder_has_some(self):
        for group, diagnostics in self.diagnostics.items():
            self.assertGreater(len(diagnostics), 3, group)

    def test_known_diagnostics_are_found(self):
        """Examples for each way in which the sources form an error sentence are found."""
        for group, diagnostic in (
            ("runtime/platform", "the file is empty"),
            ("runtime/model", "the file of … bytes is damaged or cut off: a part of its FlatBuffer lies outside of it"),
            ("runtime/opset", "stride is …, expected 1 or more"),
            ("runtime/interpreter", "…, which the model does not take: …"),
            ("runtime/vk", "needs Vulkan 1.1, the device has …"),
            ("delegate/plugin", "there is no such key…"),
            ("delegate/plugin", "…; it is ignored"),
            ("tools", "there is no option …"),
            ("bench", "--advise includes the CPU: leave --use_cpu out"),
            ("python/litevk", "this is the path of a model: pass model_path="),
        ):
            self.assertIn(diagnostic, self.diagnostics[group])

    def test_what_the_page_explains_is_said(self):
        """Each fixed part of a quotation, between its placeholders, is in a string of the sources."""
        texts = [re.sub(r'"\s*"', "", path.read_text(encoding="utf-8")).replace('\\"', '"')
                 for path, _ in error_diagnostics.sources()]
        explained, _, _ = self.page.partition(error_diagnostics.HEADING)
        quoted = re.findall(r"\*\*`([^`]*)`", explained)
        self.assertGreater(len(quoted), 30)
        missing = []
        for quotation in quoted:
            for part in re.split(r"[…;:]|\b[NMKX]\b", quotation):
                words = " ".join(part.split()).strip(" :;,.\"'()")
                if len(words) > 3 and not any(words in text for text in texts):
                    missing.append(f"{words} (of: {quotation})")
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
