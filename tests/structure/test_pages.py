"""Checks that the links of pages lead somewhere, and that every note of docs/design has the same four headings."""
import os
import re
import unittest
from pathlib import Path

SOURCE = Path(os.environ["LITEVK_SOURCE_DIR"])
FOLDERS = (".ci", "bench", "docs", "python", "tests", "tools")
SKELETON = ["Problem", "Decision", "Why", "Not taken"]


def text_of(page):
    """The page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)


def anchors_of(page):
    """The anchors that GitHub gives the headings of a page."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", text_of(page), re.M)}


class Pages(unittest.TestCase):
    def test_links_lead_to_files_and_headings(self):
        pages = [*SOURCE.glob("*.md"), *(page for folder in FOLDERS for page in (SOURCE / folder).rglob("*.md"))]
        links = [(page, *link.split("#")) for page in pages
                 for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text_of(page))]
        self.assertGreater(len(links), 200)
        broken = []
        for page, name, *anchor in links:
            file = page.parent / name if name else page
            if not file.exists() or anchor and anchor[0] not in anchors_of(file):
                broken.append(f"{page.relative_to(SOURCE)}: {'#'.join([name, *anchor])}")
        self.assertEqual(broken, [])

    def test_design_notes_have_the_four_headings_in_this_order(self):
        notes = sorted((SOURCE / "docs" / "design").glob("*.md"))
        self.assertGreater(len(notes), 20)
        for note in notes:
            with self.subTest(note=note.name):
                self.assertEqual(re.findall(r"^##? (.*)$", text_of(note), re.M)[1:], SKELETON)


if __name__ == "__main__":
    unittest.main()
